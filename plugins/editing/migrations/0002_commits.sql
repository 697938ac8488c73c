-- Commits: many files of a document that become one version once all of their bytes are here.
create table document_commits (
  commit_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  user_id bigint not null,
  mode text not null check (mode in ('merge', 'replace')),
  base_version integer,
  message text,
  -- What each path is to hold, or that it goes.
  files jsonb not null,
  -- The version that came of it, and whether it was a new one; null while it is open.
  version integer,
  changed boolean,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index document_commits_document on document_commits (document_id);
create index document_commits_expiry on document_commits (expires_at);

create table document_commit_blobs (
  commit_id bigint not null references document_commits on delete cascade,
  sha256 bytea not null,
  workspace_id bigint not null,
  blob_id bigint not null references blobs,
  primary key (commit_id, sha256)
);
create index document_commit_blobs_blob on document_commit_blobs (blob_id);
create index document_commit_blobs_workspace on document_commit_blobs (workspace_id);
