insert into groundcheck_internal.models (name, version, kind, digest, dims, manifest, location)
values (%(name)s, %(version)s, %(kind)s, %(digest)s, %(dims)s, %(manifest)s::jsonb, %(location)s)
on conflict (name, digest) do update set location = excluded.location, manifest = excluded.manifest
returning id, name, version, kind, digest, dims, manifest, location, to_jsonb(registered_at) #>> '{}' as registered_at;
