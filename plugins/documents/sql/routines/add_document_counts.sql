-- Adds to the counts of one guard.
-- In the workspace's turn, as all that writes counts.
-- Revision 1.
create or replace function add_document_counts(
  workspace bigint, guard bigint, root bigint, tagged text, more integer, more_open integer, more_listed integer
) returns void language plpgsql as $$
declare
  is_empty boolean;
begin
  if more = 0 and more_open = 0 and more_listed = 0 then return; end if;
  insert into document_counts as c (workspace_id, guard_id, root_id, tag, docs, open_docs, listed_docs)
  values (workspace, guard, root, tagged, more, more_open, more_listed)
  on conflict (workspace_id, guard_id, tag) do update set docs = c.docs + excluded.docs,
    open_docs = c.open_docs + excluded.open_docs, listed_docs = c.listed_docs + excluded.listed_docs
  returning docs = 0 and open_docs = 0 and listed_docs = 0 into is_empty;
  if is_empty then
    delete from document_counts where workspace_id = workspace and guard_id = guard and tag = tagged;
  end if;
end
$$;
