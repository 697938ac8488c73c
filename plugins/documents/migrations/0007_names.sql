-- A name by which other documents link to one, and what it is shown with.
alter table documents add column alias text, add column icon text;
-- One live document of a workspace has a name; those in the trash remember theirs.
create unique index documents_alias on documents (workspace_id, alias) where alias is not null and deleted_at is null;
create index documents_alias_anywhere on documents (alias) where alias is not null and deleted_at is null;
create index documents_icon on documents (workspace_id, icon) where icon is not null;

-- What markdown links to by name, in the order of the source. It follows from the bytes alone, so it belongs to them: whichever
-- version holds them, be it restored, a candidate or a copy, links to the same.
create table source_links (
  blob_id bigint not null references blobs on delete cascade,
  position integer not null,
  workspace_id bigint not null,
  -- As written, without what is shown in its place.
  ref text not null,
  path text not null,
  -- The workspace that it says; null for its own.
  workspace text,
  -- What it names: exactly one of an alias, a document's id, and a tag.
  alias text,
  doc_id text,
  tag text,
  primary key (blob_id, position),
  check (num_nonnulls(alias, doc_id, tag) = 1)
);
create index source_links_alias on source_links (alias) where alias is not null;
create index source_links_doc on source_links (doc_id) where doc_id is not null;
