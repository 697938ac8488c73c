-- The guard at which the documents of an owner are counted: 0 in their own My documents, else as for everybody.
-- Revision 1.
create or replace function owner_guard(root_id bigint, guard_ids bigint[], place_id bigint, place_owner bigint, owner bigint) returns bigint
language sql immutable
return case when root_id is null and place_owner = owner then 0 else count_guard(root_id, guard_ids, place_id) end;
