-- Who reads and changes documents: totals by day, what tells a day's readers apart, and for as long as the plan keeps it who it was.

-- Bumped by everything that is counted, under the lock of its row, so that a cursor skips nothing that commits later.
create table activity_workspaces (
  workspace_id bigint primary key references workspaces,
  seq bigint not null
);

-- Days are those of UTC. What the document's owner reads is in no number.
create table activity_days (
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  day date not null,
  views bigint not null default 0,
  downloads bigint not null default 0,
  edits bigint not null default 0,
  comments bigint not null default 0,
  shares bigint not null default 0,
  unique_viewers bigint not null default 0,
  -- The workspace's seq with which it was last counted.
  changed bigint not null,
  primary key (document_id, day)
);
create index activity_days_workspace on activity_days (workspace_id, day);
create index activity_days_changed on activity_days (workspace_id, changed);

-- Digests of who viewed a document on a day, under the workspace's salt of that day: once that is destroyed they say of nobody
-- who it was, nor that it was the same as on another day.
create table activity_readers (
  workspace_id bigint not null,
  document_id bigint not null,
  day date not null,
  reader bytea not null,
  primary key (document_id, day, reader),
  foreign key (document_id, day) references activity_days on delete cascade
);

create table activity_salts (
  workspace_id bigint not null references workspaces,
  day date not null,
  salt bytea not null,
  primary key (workspace_id, day)
);

-- Reads of one person, or of all whom nobody knows, within a quarter of an hour are one row; an audit event is a row of its own.
create table activity_events (
  event_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  kind text not null check (kind in ('view', 'download', 'edit', 'comment', 'share')),
  via text not null,
  -- Null where nobody knows who it was, and once the account is gone.
  user_id bigint,
  anonymous boolean not null,
  at timestamptz not null,
  last_at timestamptz not null,
  -- The quarter of an hour.
  started timestamptz not null,
  count bigint not null,
  audit_event_id bigint
);
create index activity_events_workspace on activity_events (workspace_id, at, event_id);
create index activity_events_document on activity_events (document_id, at, event_id);
create index activity_events_user on activity_events (user_id) where user_id is not null;
create unique index activity_events_audit on activity_events (audit_event_id) where audit_event_id is not null;
create unique index activity_events_named on activity_events (document_id, started, kind, via, user_id)
  where audit_event_id is null and not anonymous;
create unique index activity_events_anonymous on activity_events (document_id, started, kind, via)
  where audit_event_id is null and anonymous;
