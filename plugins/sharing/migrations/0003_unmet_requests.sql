-- Who asked for the id of a document that leads nowhere. It looks like a request that nobody decides, so that asking tells nothing.
create table unmet_access_requests (
  workspace_id bigint not null,
  user_id bigint not null,
  doc_id text not null,
  expires_at timestamptz not null,
  primary key (user_id, workspace_id, doc_id)
);
