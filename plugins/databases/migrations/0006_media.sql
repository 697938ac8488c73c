-- Files that were sent for attachment fields: which document each upload has made, and until when that waits for a record.

create table database_uploads (
  user_id bigint not null references users on delete cascade,
  table_id bigint not null references database_tables on delete cascade,
  field_key text not null,
  -- The sender's own, the same for each try.
  upload_id text not null,
  workspace_id bigint not null,
  filename text not null,
  sha256 text not null,
  size_bytes bigint not null,
  -- Null only until the transaction that takes the id has made the document.
  document_id bigint references documents on delete cascade,
  path text,
  -- The document's end when it was made, which goes once a record names the file.
  expires_at timestamptz,
  saved_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, table_id, field_key, upload_id)
);
create index database_uploads_document on database_uploads (document_id);
create index database_uploads_table on database_uploads (table_id);
create index database_uploads_created on database_uploads (created_at);
