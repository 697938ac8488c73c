-- Makes the folders above places that have none: a folder that was removed could leave a place that the trash keeps without the one above it.
select ensure_place(p.workspace_id, p.root_id, p.owner_id, array_to_string(steps[1:cardinality(steps) - 1], '/'))
from places p, string_to_array(p.path, '/') as steps
where p.path <> '' and not exists (
  select from places above where above.root_id is not distinct from p.root_id and above.owner_id is not distinct from p.owner_id
    and above.path = array_to_string(steps[1:cardinality(steps) - 1], '/'));

-- In My documents each folder is guarded by all above it, of which those below still name the ones that went.
update places p set guard_ids = g.guard_ids
from (
  select below.place_id, array_agg(above.place_id order by length(above.path)) as guard_ids
  from places below join places above on above.owner_id = below.owner_id and above.root_id is null
    and (above.path = '' or above.path = below.path or starts_with(below.path, above.path || '/'))
  where below.root_id is null and exists (
    select from unnest(below.guard_ids) as named(place_id) where not exists (select from places t where t.place_id = named.place_id))
  group by below.place_id
) as g
where g.place_id = p.place_id;
