-- A name to sort by in which numbers are as long as each other, so that "2" comes before "10".
-- It is no longer than an index takes.
-- Revision 1.
create or replace function counted_name(name text) returns text language sql immutable parallel safe
return left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '00000000000000000000\1', 'g'), '0*([0-9]{20,})', '\1', 'g'), 300);
