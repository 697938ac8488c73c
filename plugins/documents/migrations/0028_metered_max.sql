-- A bound of what is metered, so that nobody pays for more than they have allowed, however the bytes came: with a person, or before.
alter table document_counters add column bytes_metered_max bigint;

create or replace function read_storage_meter(c document_counters, at timestamptz) returns numeric language sql immutable as $$
  select c.metered_byte_seconds + case when c.bytes_included is null then 0
    else least(greatest(c.bytes - c.bytes_included, 0), c.bytes_metered_max) * greatest(extract(epoch from at - c.metered_at), 0) end
$$;
