-- The file that a document was made from, by whose name relative links of its neighbours find it.
alter table documents add column filename text;
update documents d set filename = coalesce(nullif(regexp_replace(d.attrs->>'source_path', '^.*/', ''), ''),
  case when d.kind in ('image', 'pdf', 'audio', 'video', 'file') and d.title = regexp_replace(d.source_path, '(.)\.[^.]*$', '\1')
    then d.source_path end);
create index documents_filename on documents (place_id, filename) where filename is not null and deleted_at is null;

-- What markdown names by relative addresses. It follows from the bytes alone, as source_links do.
create table source_paths (
  blob_id bigint not null references blobs on delete cascade,
  path text not null,
  workspace_id bigint not null references workspaces,
  primary key (blob_id, path)
);
