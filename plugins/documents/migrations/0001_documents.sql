-- Documents, their immutable versions and the files of each version.
create table documents (
  document_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  -- What the wire calls the document; the keys inside stay small numbers.
  doc_id text not null unique,
  slug text not null unique,
  owner_id bigint not null,
  created_by bigint not null,
  title text not null,
  kind text not null,
  doc_type text not null,
  folder text not null,
  -- The file that a person edits: index.html, source.md, source.<ext>, or a share's payload.
  source_path text not null,
  tags text[] not null,
  visibility text not null check (visibility in ('restricted', 'unlisted', 'password', 'workspace')),
  listing text not null check (listing in ('private', 'team')),
  password_hash text,
  retention_days integer not null check (retention_days >= 0),
  expires_at timestamptz,
  description text not null,
  attrs jsonb not null,
  version integer not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by bigint,
  purge_at timestamptz,
  -- Set by the transaction's last statement from the workspace's counter, so that it follows the order of commits.
  change_seq bigint not null default 0
);
create index documents_owner_live on documents (owner_id, updated_at desc, document_id desc) where deleted_at is null;
create index documents_workspace_team on documents (workspace_id, updated_at desc, document_id desc)
  where deleted_at is null and listing = 'team';
create index documents_change on documents (workspace_id, change_seq);
create index documents_trash on documents (owner_id, deleted_at desc) where deleted_at is not null;
create index documents_purge on documents (purge_at) where purge_at is not null;
create index documents_expiry on documents (expires_at) where expires_at is not null and deleted_at is null;

create table document_versions (
  document_id bigint not null references documents on delete cascade,
  version integer not null,
  workspace_id bigint not null,
  created_at timestamptz not null,
  created_by bigint,
  created_via text not null,
  message text,
  total_bytes bigint not null,
  primary key (document_id, version)
);

create table document_files (
  document_id bigint not null,
  version integer not null,
  path text not null,
  workspace_id bigint not null,
  blob_id bigint not null references blobs,
  sha256 bytea not null,
  size_bytes bigint not null,
  content_type text not null,
  -- The version of the renderer that made the file; null for what a person sent.
  renderer integer,
  primary key (document_id, version, path),
  foreign key (document_id, version) references document_versions on delete cascade
);
create index document_files_blob on document_files (blob_id);
create index document_files_renderer on document_files (renderer) where renderer is not null;

-- One row a workspace: the number of its latest change, and the bytes that its live documents hold.
create table document_counters (
  workspace_id bigint primary key,
  change_seq bigint not null,
  bytes bigint not null
);
