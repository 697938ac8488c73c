-- Takes from the count of a form's complete answers what goes with their records.
-- The count follows the records whichever way they are deleted or come back; an answer that is counted when it comes in is completed in
-- the same transaction, behind its record.
-- Revision 1.
create or replace function form_record_gone() returns trigger language plpgsql as $$
begin
  update forms f set accepted = f.accepted - 1 from form_responses r
  where r.workspace_id = old.workspace_id and r.table_id = old.table_id and r.record_id = old.record_id and r.completed_at is not null and f.document_id = r.document_id;
  return null;
end
$$;
