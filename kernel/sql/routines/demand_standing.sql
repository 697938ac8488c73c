-- Raises an error for somebody who does not stand where they were identified any more.
-- Whoever does is kept there as hold_standing does.
-- Revision 1.
create or replace function demand_standing(person bigint, workspace bigint) returns void language plpgsql as $$
begin
  if not hold_standing(person, workspace) then
    raise exception 'person % does not stand in workspace %', person, workspace using errcode = 'ZK001';
  end if;
end
$$;
