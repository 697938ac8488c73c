-- Documents with a change that the index does not know.
-- Revision 1.
create or replace function search_unindexed(workspace bigint) returns setof bigint
language sql stable rows 50 set enable_seqscan = off as $$
  select document_id from document_changes where workspace_id = workspace
    and change_seq > coalesce((select s.change_seq from search_cursors s where s.workspace_id = workspace), 0)
$$;
