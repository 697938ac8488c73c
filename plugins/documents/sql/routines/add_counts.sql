-- Adds to the counts of everybody, whose owner is null, or to those of an owner.
-- Revision 1.
create or replace function add_counts(
  workspace bigint, owner bigint, guard bigint, root bigint, tagged text, more integer, more_open integer, more_listed integer
) returns void language plpgsql as $$
begin
  if owner is null then
    perform add_document_counts(workspace, guard, root, tagged, more, more_open, more_listed);
  else
    perform add_owner_counts(workspace, owner, guard, root, tagged, more, more_open, more_listed);
  end if;
end
$$;
