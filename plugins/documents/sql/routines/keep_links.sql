-- Keeps the links of contents.
-- What is there of a content already stays, since the same bytes name the same; its pages' renewal makes it anew where the rule has
-- changed.
-- Revision 1.
create or replace function keep_links(workspace bigint, links jsonb, hashes text[], blobs bigint[]) returns void language plpgsql as $$
begin
  insert into source_paths (blob_id, path, workspace_id)
  select coalesce(x.blob_id, blobs[array_position(hashes, x.sha256)]), x.path, workspace
  from jsonb_to_recordset(links -> 'paths') as x(blob_id bigint, sha256 text, path text)
  on conflict do nothing;
  insert into source_links (blob_id, position, workspace_id, ref, path, workspace, alias, doc_id, tag, note, note_name, note_folder)
  select coalesce(x.blob_id, blobs[array_position(hashes, x.sha256)]), x.position, keep_links.workspace, x.ref, x.path, x.workspace,
    x.alias, x.doc_id, x.tag, x.note, x.note_name, x.note_folder
  from jsonb_to_recordset(links -> 'named') as x(blob_id bigint, sha256 text, position integer, ref text, path text, workspace text,
    alias text, doc_id text, tag text, note text, note_name text, note_folder text)
  where not exists (select from source_links l where l.blob_id = coalesce(x.blob_id, blobs[array_position(hashes, x.sha256)]))
  on conflict do nothing;
end
$$;
