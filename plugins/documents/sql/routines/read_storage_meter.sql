-- What the meter of a workspace's storage shows at a moment.
-- It is what was added up, and what the present bytes came to since.
-- Revision 1.
create or replace function read_storage_meter(c document_counters, at timestamptz) returns numeric language sql immutable as $$
  select c.metered_byte_seconds + case when c.bytes_included is null then 0
    else least(greatest(c.bytes - c.bytes_included, 0), c.bytes_metered_max) * greatest(extract(epoch from at - c.metered_at), 0) end
$$;
