-- Which bytes of the blob store a workspace holds, once per content; plugins' tables name them by blob_id.
create table blobs (
  blob_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  storage_key text not null unique,
  created_at timestamptz not null,
  unique (workspace_id, sha256)
);
