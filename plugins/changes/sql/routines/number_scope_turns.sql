-- Numbers what changed of who may see what, at the commit and so in its order.
-- Whoever waits for a change is told.
-- Revision 1.
create or replace function number_scope_turns() returns trigger language plpgsql as $$
declare
  turn record;
  numbered bigint;
begin
  -- All of the transaction's at once, in the order of the workspaces, so that no two wait for each other.
  for turn in select turn_id, workspace_id from scope_turns where xid = pg_current_xact_id() order by workspace_id loop
    numbered := number_turn(turn.workspace_id);
    update standing_spans set since_seq = numbered where workspace_id = turn.workspace_id and since_seq is null;
    update standing_spans set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update grant_spans set since_seq = numbered where workspace_id = turn.workspace_id and since_seq is null;
    update grant_spans set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_roots set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_places set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_documents set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update scope_turns set change_seq = numbered, xid = null where turn_id = turn.turn_id;
    perform pg_notify('document_changes', '');
  end loop;
  return null;
end
$$;
