-- Takes the database's turn until the transaction ends: writers queue here and are woken one by one.
-- Revision 1.
create or replace function lock_database(document bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('databases:' || document, 0));
end
$$;
