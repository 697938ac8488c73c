-- The documents that the attachment fields of a record name, by their ids on the wire.
-- Revision 1.
create or replace function database_files_of(fields jsonb, data jsonb) returns table (doc_id text) language sql immutable as $$
  select file.value ->> 'doc_id' from jsonb_array_elements(fields) as field
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(data -> (field.value ->> 'key')) when 'array' then data -> (field.value ->> 'key') else '[]' end) as file
  where field.value ->> 'type' = 'attachment'
$$;
