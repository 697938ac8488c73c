-- Where people are told of what, what waits to be sent to them, and what they watch.
alter table notifications
  -- Not in the app: kept until it is sent, and as long as the others.
  add column in_app boolean not null default true,
  add column in_trash boolean not null default false,
  add column email_waits boolean not null default false,
  add column chat_waits boolean not null default false;
create index notifications_waiting on notifications (user_id, notification_id) where email_waits or chat_waits;

-- What a person has chosen for a kind; without a row it is as the kind's plugin declares.
create table notification_settings (
  workspace_id bigint not null,
  user_id bigint not null,
  kind text not null,
  app boolean not null,
  email boolean not null,
  chat boolean not null,
  primary key (user_id, kind)
);

-- What leaves the app: a row for a person's mail once there was some or they turned it off, and for their chat once they have one.
create table notification_channels (
  workspace_id bigint not null,
  user_id bigint not null,
  channel text not null check (channel in ('email', 'chat')),
  is_on boolean not null default true,
  -- When what waits is next to be sent; null while nothing does.
  due_at timestamptz,
  sent_at timestamptz,
  -- Of a chat: how its messages look, and its address, which whoever knows it may write to.
  format text,
  address_sealed bytea,
  address_hint text,
  -- Attempts that failed since the last that went well.
  failures integer not null default 0,
  error text,
  primary key (user_id, channel),
  check ((channel = 'chat') = (address_sealed is not null))
);
create index notification_channels_due on notification_channels (due_at) where due_at is not null;

-- What people follow because they asked to, and what they do not want to hear of though they would.
create table watches (
  watch_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  -- What the wire calls the document; null for a folder or the top of a root.
  doc_id text,
  place_id bigint references places on delete cascade,
  muted boolean not null,
  created_at timestamptz not null,
  check (num_nonnulls(doc_id, place_id) = 1),
  unique nulls not distinct (user_id, doc_id, place_id)
);
create index watches_document on watches (workspace_id, doc_id) where doc_id is not null;
create index watches_place on watches (place_id) where place_id is not null;
