-- The index of what documents say now. All of it can be made again from the documents and their blobs.

-- How far each workspace's changes have been indexed, in the numbers of document_changes.
create table search_cursors (
  workspace_id bigint primary key,
  change_seq bigint not null
);

-- The text of a blob, once a workspace, for as long as some document's current version holds it.
create table search_texts (
  blob_id bigint not null references blobs on delete cascade,
  -- Of the documents: those of a person who has moved keep the blobs of the workspace before.
  workspace_id bigint not null,
  body text not null,
  -- What a reader sees of it, where that is not the source itself: html without its markup.
  visible text,
  -- Hashes of the text's trigrams, mixed with the workspace, so that one workspace's texts cost the others nothing.
  grams integer[] not null,
  primary key (blob_id, workspace_id)
);
-- Grep reads whole texts at once: not compressing them costs disk and saves most of the time.
alter table search_texts alter column body set storage external, alter column visible set storage external,
  alter column grams set storage external;
-- New entries wait in a list, which the indexing job merges when it has caught up: many at once cost much less than each alone.
create index search_texts_grams on search_texts using gin (grams) with (gin_pending_list_limit = 32768);

-- The files that people sent of each document's current version, and one row for a document without any text.
create table search_files (
  document_id bigint not null references documents on delete cascade,
  path text not null,
  workspace_id bigint not null,
  version integer not null,
  -- Null when the file is no text.
  blob_id bigint,
  size_bytes bigint not null,
  -- A hash of what the words hold beside the file itself: title, tags and description.
  label text not null,
  -- Words with their places: A of the title, B of the tags, C of path and description, D of the text. Each begins with the workspace.
  words tsvector not null,
  primary key (document_id, path)
);
create index search_files_blob on search_files (blob_id);
create index search_files_workspace on search_files (workspace_id);
-- Rows stay small, so that looking at many candidates reads few pages.
alter table search_files alter column words set storage external;
alter table search_files set (toast_tuple_target = 128);
create index search_files_words on search_files using gin (words) with (gin_pending_list_limit = 16384);

-- The texts of a workspace that hold all of some pieces, always by way of the pieces' index: the planner would rather look
-- into every text's own pieces, since it does not know that they lie outside of the rows. Hence also the sum, which no other index fits.
create function search_texts_holding(workspace bigint, pieces integer[]) returns setof bigint
language sql stable rows 500 set enable_seqscan = off as $$
  select blob_id from search_texts where workspace_id + 0 = workspace and grams @> pieces
$$;
