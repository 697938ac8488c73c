-- The documents at a place by their titles as people count, so that a page of a folder is read without all that lies in it.

-- Numbers are as long as each other, so that "2" comes before "10"; no further than an index takes.
create function counted_name(name text) returns text language sql immutable parallel safe
return left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '00000000000000000000\1', 'g'), '0*([0-9]{20,})', '\1', 'g'), 300);

create index documents_at_place_named on documents (place_id, (counted_name(title) collate "C"), (doc_id collate "C"))
  where deleted_at is null;
