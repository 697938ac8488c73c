-- What a search asks before it looks at any document, by way of an index whatever the planner thinks.

-- It knows neither how rare a word is nor that hardly anything has changed since the index was brought up, and would go through
-- all documents of the workspace.

-- So many files whose words match; of these documents alone, unless it is null. The sum fits no index but that of the words.
create function search_files_holding(workspace bigint, sought tsquery, among bigint[], most integer) returns setof search_files
language sql stable rows 100 set enable_seqscan = off as $$
  select * from search_files f
  where f.workspace_id + 0 = workspace and f.words @@ sought and (among is null or f.document_id in (select unnest(among)))
  limit most
$$;

-- Documents with a change that the index does not know.
create function search_unindexed(workspace bigint) returns setof bigint
language sql stable rows 50 set enable_seqscan = off as $$
  select document_id from document_changes where workspace_id = workspace
    and change_seq > coalesce((select s.change_seq from search_cursors s where s.workspace_id = workspace), 0)
$$;
