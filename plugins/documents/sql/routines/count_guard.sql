-- The guard where one answer holds for all documents.
-- In a root it is the place whose list counts, in My documents each place.
-- Revision 1.
create or replace function count_guard(root_id bigint, guard_ids bigint[], place_id bigint) returns bigint language sql immutable
return case when root_id is null then place_id else guard_ids[1] end;
