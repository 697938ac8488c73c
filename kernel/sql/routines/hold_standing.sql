-- Keeps a person where they are until a write of theirs has committed; false when they are there no more.
-- Revision 1.
create or replace function hold_standing(person bigint, workspace bigint) returns boolean language plpgsql as $$
declare
  held text := pg_advisory_xact_lock_shared(hashtextextended('standing:' || person, 0))::text;
begin
  -- A statement of its own: it reads what was committed while the lock was waited for.
  return exists (select from users where user_id = person and workspace_id = workspace and disabled_at is null);
end
$$;
