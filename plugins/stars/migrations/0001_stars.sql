-- Stars: a person's private shortcuts, each to one document or to one folder of My documents.
create table stars (
  star_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  -- What the wire calls the document; null for a folder.
  doc_id text,
  folder text check (folder <> ''),
  created_at timestamptz not null,
  check (num_nonnulls(doc_id, folder) = 1),
  unique nulls not distinct (workspace_id, user_id, doc_id, folder)
);
-- For the purge of a document, which takes everybody's stars on it along.
create index stars_document on stars (workspace_id, doc_id) where doc_id is not null;
