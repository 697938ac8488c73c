-- Always true, of a row of search_files whose words are held against a query. Its cost is what reading the words costs, which lie
-- outside of the row: the planner does not know that, and for a word in one of twenty files would read all of them one by one
-- rather than ask the index. In plpgsql, since a function in SQL would be taken apart and its cost forgotten.
create function search_words_apart(document_id bigint) returns boolean
language plpgsql immutable cost 400 as $$
begin
  return true;
end
$$;
