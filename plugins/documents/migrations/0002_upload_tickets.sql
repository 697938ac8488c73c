-- Upload tickets: permission for one upload, given out as an address; and what has come of an upload that is sent in parts.
create table upload_tickets (
  ticket_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  -- The token that made it, with which it ends; null when a signed-in person did.
  token_id bigint,
  -- What the upload is to become, as it was checked when the ticket was made.
  wish jsonb not null,
  -- What the sender promised of the bytes.
  size_bytes bigint,
  sha256 bytea,
  state text not null check (state in ('waiting', 'receiving', 'done', 'failed')),
  -- The size of the file that ended it; until then the parts say how much has come.
  received_bytes bigint,
  doc_id text,
  version integer,
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index upload_tickets_expiry on upload_tickets (expires_at);

create table upload_parts (
  ticket_id bigint not null references upload_tickets on delete cascade,
  start_byte bigint not null,
  size_bytes bigint not null,
  -- The size of the whole, which every part names.
  total_bytes bigint not null,
  workspace_id bigint not null,
  blob_id bigint not null references blobs,
  primary key (ticket_id, start_byte)
);
create index upload_parts_blob on upload_parts (blob_id);
create index upload_parts_workspace on upload_parts (workspace_id);
