-- What an installation has been used for, before it is dumped as a release: some of everything, for two tenants.
select groundcheck.create_policy('strict', '{"threshold": 0.85, "review_threshold": 0.6, "aggregate": "min"}');
select groundcheck.create_policy('strict', '{"threshold": 0.9, "aggregate": "product"}');
select groundcheck.create_policy('passing', '{"threshold": 0.1}');
select groundcheck.retire_policy('passing');

select set_config('groundcheck.tenant', t.tenant, true), a.document
from (values (''), ('acme')) as t (tenant)
cross join lateral (
  select groundcheck.check(c.answer, c.context, c.question, c.policy, c.metadata) as document
  from (
    values
    ('The free plan keeps files for 90 days.', array['Files on the free plan are kept for 30 days.'], null, 'default', '{}'::jsonb),
    ('The hall seats 120 people. It was built in 1911.', array['The hall, built in 1911, seats 120 people.', ''], 'How large is the hall?', 'strict', '{"user": "u-17"}'),
    ('Product supports XML export', array['Export formats supported: JSON, CSV only.', 'Prices are in euro.'], null, 'default', '{}'),
    ('Penguins run the cafeteria.', array['The shop sells tea.'], null, 'default', '{"tags": ["a", "ü"]}'),
    ('Hello! How can I help?', array['The shop sells tea.'], null, 'default', '{}'),
    ('The shop sells tea.', array[]::text[], null, 'default', '{}'),
    ('', array['The shop sells tea.'], null, 'default', '{}'),
    (E'- 2.5 km is 2,500 m\n- 東京の人口は1400万人です。', array['2.5 km. 東京の人口は1400万人です。'], 'Wie weit?', 'weighted_cosine', '{}')
  ) as c (answer, context, question, policy, metadata)
  where t.tenant is not null
) as a;
select set_config('groundcheck.tenant', '', true);

select groundcheck.load_document('manual', 'lid.md', 'The lid opens to the left. It is made of oak.', '{"author": "M"}');
select groundcheck.load_document('manual', 'key.md', 'The key is under the mat.');
select groundcheck.check_corpus('The lid is made of oak.', 'manual');
select groundcheck.label(id => a.id, claim_index => 0, grounded => a.action = 'PASS', note => 'seen', labelled_by => 'a person')
from (select 'audit_' || b.id as id, b.action from groundcheck.audit as b where b.claims > 0 and b.tenant = '') as a;
select groundcheck.recheck('audit_' || a.id, 'strict')
from (select b.id from groundcheck.audit as b where b.claims > 0 and b.tenant = '' order by b.id limit 1) as a;
