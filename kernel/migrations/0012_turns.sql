-- Whoever numbers or stamps what changes in a workspace waits for their turn first.
-- After it they wait for nothing: since all take this lock before those of the rows, no two wait for each other. It is held until
-- the transaction ends.
create function await_turn(workspace bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('document_counters:' || workspace, 0));
end
$$;
