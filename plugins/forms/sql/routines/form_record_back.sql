-- Counts a complete answer again whose record comes back.
-- Revision 1.
create or replace function form_record_back() returns trigger language plpgsql as $$
begin
  update forms f set accepted = f.accepted + 1 from form_responses r
  where r.workspace_id = new.workspace_id and r.table_id = new.table_id and r.record_id = new.record_id and r.completed_at is not null and f.document_id = r.document_id;
  return null;
end
$$;
