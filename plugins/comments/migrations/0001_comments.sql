-- Comments on documents: threads of one level, each begun by a comment without a parent.
create table comments (
  comment_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  -- The first comment of its thread; a thread goes with the comment that began it.
  parent_id bigint references comments on delete cascade,
  author_id bigint not null,
  body text not null,
  -- The file of the document that it is about, as it was called then.
  path text,
  anchor jsonb,
  -- The members named in the body who could open the document when it was written.
  mention_ids bigint[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Of a thread's first comment alone: the whole thread is resolved with it.
  resolved_at timestamptz,
  resolved_by bigint
);
create index comments_document on comments (document_id, (coalesce(parent_id, comment_id)), comment_id);
create index comments_thread on comments (parent_id) where parent_id is not null;
create index comments_workspace on comments (workspace_id);
