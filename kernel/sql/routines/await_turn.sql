-- Waits for the turn of a workspace, which the transaction has until it ends.
-- Whoever numbers, counts or stamps what changes there takes it first.
-- Revision 1.
create or replace function await_turn(workspace bigint) returns void language plpgsql as $$
declare
  held text := pg_advisory_xact_lock(hashtextextended('document_counters:' || workspace, 0))::text;
begin
end
$$;
