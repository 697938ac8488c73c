-- Ends the former slug of an agent once another agent has it: what that one protects decides.
-- Revision 1.
create or replace function take_former_slug() returns trigger language plpgsql as $$
begin
  delete from agent_former_slugs where workspace_id = new.workspace_id and slug = new.slug;
  return null;
end $$;
