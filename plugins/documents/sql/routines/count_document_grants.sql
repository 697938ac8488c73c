-- Keeps on a document how many grants it has.
-- Revision 1.
create or replace function count_document_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update documents set grant_count = grant_count + 1 where document_id = new.document_id;
  else
    update documents set grant_count = grant_count - 1 where document_id = old.document_id;
  end if;
  return null;
end
$$;
