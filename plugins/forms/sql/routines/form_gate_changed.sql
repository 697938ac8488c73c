-- Counts what changes who may answer a form, so that what was read before is known to be old.
-- Revision 1.
create or replace function form_gate_changed() returns trigger language plpgsql as $$
begin
  insert into form_gates as g (document_id, workspace_id, changes) values (new.document_id, new.workspace_id, 1)
  on conflict (document_id) do update set changes = g.changes + 1, workspace_id = excluded.workspace_id;
  return null;
end
$$;
