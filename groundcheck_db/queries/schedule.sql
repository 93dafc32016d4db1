-- Statements of groundcheck_db.cli.schedule.

-- name: schedule_jobs
select s.job, s.schedule, s.command
from groundcheck.schedule_jobs(%(keep)s::interval, %(schedules)s::jsonb) as s;

-- name: unschedule_jobs
select groundcheck.unschedule_jobs();

-- name: schedule_script
select groundcheck.schedule_script(%(keep)s::interval, %(schedules)s::jsonb, %(remove)s);
