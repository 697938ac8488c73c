-- What the names of a remembered request stood for: the request itself may give it another name. Null where none was found by its name.
alter table remembered_answers add column named jsonb;
