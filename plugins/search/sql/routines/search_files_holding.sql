-- So many files whose words match; of these documents alone, unless it is null.
-- The sum fits no index but that of the words.
-- Revision 1.
create or replace function search_files_holding(workspace bigint, sought tsquery, among bigint[], most integer) returns setof search_files
language sql stable rows 100 set enable_seqscan = off as $$
  select * from search_files f
  where f.workspace_id + 0 = workspace and f.words @@ sought and (among is null or f.document_id in (select unnest(among)))
  limit most
$$;
