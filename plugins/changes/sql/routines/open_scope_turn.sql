-- Asks for a number at the commit for what the transaction changes of who may see what in a workspace.
-- Revision 1.
create or replace function open_scope_turn(workspace bigint) returns void language plpgsql as $$
begin
  if not exists (select from scope_turns where xid = pg_current_xact_id() and workspace_id = workspace) then
    insert into scope_turns (workspace_id, xid) values (workspace, pg_current_xact_id());
  end if;
end
$$;
