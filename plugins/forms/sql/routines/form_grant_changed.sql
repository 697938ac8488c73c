-- Counts a change of the grants on a form's page, which say who may open it.
-- Those of its database count when an answer is written, and are looked at then.
-- Revision 1.
create or replace function form_grant_changed() returns trigger language plpgsql as $$
begin
  insert into form_gates as g (document_id, workspace_id, changes)
  select d.document_id, d.workspace_id, 1 from documents d
  where d.document_id = case when tg_op = 'DELETE' then old.document_id else new.document_id end and d.doc_type = 'form'
  on conflict (document_id) do update set changes = g.changes + 1;
  return null;
end
$$;
