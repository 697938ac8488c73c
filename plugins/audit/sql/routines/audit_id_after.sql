-- An id of a workspace's rows before which lie all that are not later than a moment.
-- None before it is later by more than `slack`. Ids and times run together, so it is guessed as if rows came evenly, and every other time
-- looked for in the middle, since they do not. An index over the times would be one more that every write pays for, and would not give
-- rows in the order of their ids.
-- Revision 1.
create or replace function audit_id_after(workspace bigint, moment timestamptz, slack interval) returns bigint language plpgsql stable as $$
declare
  low bigint;
  low_at timestamptz;
  high bigint;
  high_at timestamptz;
  found_id bigint;
  found_at timestamptz;
  middle bigint;
  share float8;
  is_guess boolean := true;
begin
  select event_id - 1, created_at into low, low_at from audit_events where workspace_id = workspace order by event_id limit 1;
  select event_id + 1, created_at into high, high_at from audit_events where workspace_id = workspace order by event_id desc limit 1;
  while high - low > 1 loop
    share := 0.5;
    if is_guess and high_at > low_at then
      share := extract(epoch from moment + slack / 2 - low_at) / extract(epoch from high_at - low_at);
    end if;
    is_guess := not is_guess;
    middle := low + 1 + floor((high - low - 2) * least(greatest(share, 0), 1))::bigint;
    -- Compared as rows, so that no plan looks for them among those of all workspaces.
    select event_id, created_at into found_id, found_at from audit_events
      where (workspace_id, event_id) >= (workspace, middle) and (workspace_id, event_id) < (workspace, high)
      order by workspace_id, event_id limit 1;
    if found_at <= moment then
      low := found_id;
      low_at := found_at;
    else
      high := middle;
      high_at := coalesce(found_at, high_at);
      exit when found_at <= moment + slack;
    end if;
  end loop;
  return coalesce(high, 1);
end $$;
