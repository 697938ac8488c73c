-- Counts an answer that is complete among those that ever were, whichever way it is completed.
-- Revision 1.
create or replace function form_response_completed() returns trigger language plpgsql as $$
begin
  update forms f set completed = f.completed + 1 where f.document_id = new.document_id;
  return null;
end
$$;
