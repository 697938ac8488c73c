-- Steps that a person has a server take for them: by hand, at an event or at a time; and every run of them.
create table workflows (
  workflow_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  owner_id bigint not null references users,
  -- What it was saved with, and no longer than that holds does it run; null for a session.
  token_id bigint,
  name text not null,
  enabled boolean not null,
  trigger jsonb not null,
  steps jsonb not null,
  -- Of a trigger that waits for events: an action such as doc.publish, or a family such as doc.*.
  event text,
  -- Of a trigger that waits for a time.
  next_run_at timestamptz,
  -- Those that would have been over the bound of an hour.
  dropped_runs bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index workflows_workspace on workflows (workspace_id, workflow_id);
create index workflows_owner on workflows (owner_id);
create index workflows_event on workflows (workspace_id, event) where enabled and event is not null;
create index workflows_due on workflows (next_run_at) where enabled and next_run_at is not null;

create table workflow_runs (
  run_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  workflow_id bigint not null references workflows on delete cascade,
  cause text not null check (cause in ('manual', 'event', 'schedule')),
  event_id bigint,
  -- As they were when the run began: who changes the workflow meanwhile changes the next run.
  steps jsonb not null,
  -- What references lead to, outputs of steps among it; null once the run has ended.
  context jsonb,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  error text,
  results jsonb not null default '[]',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index workflow_runs_list on workflow_runs (workflow_id, run_id);
create index workflow_runs_hour on workflow_runs (workflow_id, created_at);
create index workflow_runs_age on workflow_runs (created_at);
create unique index workflow_runs_once on workflow_runs (event_id, workflow_id) where event_id is not null;
