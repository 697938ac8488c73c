-- What a copy was made of is an object, not the text of one.
update documents set attrs = jsonb_set(attrs, '{duplicated_from}', (attrs ->> 'duplicated_from')::jsonb)
where attrs ->> 'duplicated_from' ~ '^\{"doc_id":"[A-Za-z0-9_-]+","version":[0-9]+\}$';
