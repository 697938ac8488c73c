-- Makes the folders above places that have none: a folder that was removed could leave a place that the trash keeps without the one above it.
select ensure_place(p.workspace_id, p.root_id, p.owner_id, array_to_string(steps[1:cardinality(steps) - 1], '/'))
from places p, string_to_array(p.path, '/') as steps
where p.path <> '' and not exists (
  select from places above where above.root_id is not distinct from p.root_id and above.owner_id is not distinct from p.owner_id
    and above.path = array_to_string(steps[1:cardinality(steps) - 1], '/'));
