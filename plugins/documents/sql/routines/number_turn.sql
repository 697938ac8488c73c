-- The number that this transaction's changes in the workspace carry.
-- It is the first one that the transaction has counted, else a new one.
-- Revision 1.
create or replace function number_turn(workspace bigint) returns bigint language plpgsql as $$
declare
  numbered bigint;
begin
  perform await_turn(workspace);
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes) values (workspace, 1, 1, 0)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + (c.xmin <> pg_current_xact_id()::xid)::int,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.turn_seq into numbered;
  return numbered;
end
$$;
