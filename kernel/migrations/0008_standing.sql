-- Keeps a person where they are until a write of theirs has committed; false when they are there no more.
-- A function of two statements: the second reads what was committed while the first waited.
create function hold_standing(person bigint, workspace bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing:' || person, 0));
  return exists (select from users where user_id = person and workspace_id = workspace and disabled_at is null);
end
$$;
