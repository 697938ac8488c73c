-- What people are told of, one row for each person and thing.
create table notifications (
  notification_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  kind text not null,
  -- Whatever is told again under the same key is the same notification: events may be delivered twice.
  key text not null,
  actor text not null,
  -- `{document}` in it stands for the title of the document, which is never kept here.
  title text not null,
  body text,
  target_type text not null,
  target_id text not null,
  thread text,
  -- What the wire calls the document that it is about.
  doc_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, kind, key)
);
create index notifications_list on notifications (user_id, notification_id desc);
create index notifications_unread on notifications (user_id, notification_id desc) where read_at is null;
create index notifications_target on notifications (workspace_id, target_type, target_id);
create index notifications_thread on notifications (workspace_id, thread) where thread is not null;
create index notifications_age on notifications (created_at);
