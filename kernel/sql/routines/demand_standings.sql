-- Raises an error unless all of them stand there.
-- `people` are each once and in order.
-- Revision 1.
create or replace function demand_standings(people bigint[], workspace bigint) returns void language plpgsql as $$
declare
  held bigint := (select count(pg_advisory_xact_lock_shared(hashtextextended('standing:' || p.person, 0))::text)
    from unnest(people) as p(person));
begin
  -- A statement of its own: it reads what was committed while the locks were waited for.
  if (select count(*) from users u where u.user_id = any(people) and u.workspace_id = workspace and u.disabled_at is null) <> held then
    raise exception 'not all of % people stand in workspace %', held, workspace using errcode = 'ZK001';
  end if;
end
$$;
