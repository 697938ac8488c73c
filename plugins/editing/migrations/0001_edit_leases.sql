-- Edit leases: one holder a document, for minutes. A row that has run out counts as none.
create table edit_leases (
  document_id bigint primary key references documents on delete cascade,
  workspace_id bigint not null,
  holder_id bigint not null,
  -- SHA-256 of the token, which is told once.
  token_hash bytea not null,
  -- The file that the holder means to change; the lease is of the whole document.
  path text,
  acquired_at timestamptz not null,
  expires_at timestamptz not null
);
create index edit_leases_workspace on edit_leases (workspace_id);
