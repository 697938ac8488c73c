-- Always true, of a row of search_files whose words are held against a query.
-- Without it the planner, for a word in one of twenty files, would read the words of all files one by one rather than ask the index. In
-- plpgsql, since a function in SQL would be taken apart and its cost forgotten.
-- Revision 1.
create or replace function search_words_apart(document_id bigint) returns boolean
language plpgsql immutable cost 400 as $$
begin
  return true;
end
$$;
