-- Changes go with their database by a trigger.
-- A foreign key looked for the database row by row, which took most of what telling the feed of an import took. Every writer ends by
-- counting in the row of its database or document, and so hears of a purge.
alter table database_changes drop constraint database_changes_document_id_fkey;

create function database_gone() returns trigger language plpgsql as $$
begin
  delete from database_changes where document_id = old.document_id;
  return null;
end
$$;
create trigger database_gone after delete on databases for each row execute function database_gone();
