-- Sign-outs, for as long as a viewer cookie of the content host may still carry the session that they ended.
create table ended_viewings (
  workspace_id bigint not null,
  user_id bigint not null,
  session_key text not null,
  ended_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, session_key)
);
create index ended_viewings_expired on ended_viewings (expires_at);
