-- Work that is done after a request: one row a job, deleted when it is done, kept with failed_at when its attempts are used up.
create table jobs (
  job_id bigint generated always as identity primary key,
  -- Null for work that belongs to no workspace, such as a purge.
  workspace_id bigint,
  kind text not null,
  payload jsonb not null,
  -- When it was first to run; due_at moves with every retry.
  wanted_at timestamptz not null,
  due_at timestamptz not null,
  -- Held by a server until then; a server that dies stops renewing it.
  lease_until timestamptz,
  -- Counts claims. With job_id it names one holder: a server whose lease was taken over can no longer settle the job.
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz,
  dedupe_key text,
  -- The same work was asked for while it ran, so it must run once more.
  again boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index jobs_due on jobs (kind, due_at, job_id) where failed_at is null;
create unique index jobs_dedupe on jobs (dedupe_key) where dedupe_key is not null and failed_at is null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;
