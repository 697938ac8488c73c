-- How often the gate of a form's page, or the place of its database, was changed: tickets end with that, and live no more when it is changed back.
create table form_gates (
  document_id bigint primary key references documents on delete cascade,
  workspace_id bigint not null,
  changes bigint not null
);

create function form_gate_changed() returns trigger language plpgsql as $$
begin
  insert into form_gates as g (document_id, workspace_id, changes) values (new.document_id, new.workspace_id, 1)
  on conflict (document_id) do update set changes = g.changes + 1, workspace_id = excluded.workspace_id;
  return null;
end
$$;
create trigger form_gate_changed after update of visibility, password_hash, place_id, workspace_id on documents for each row
  when (new.doc_type in ('form', 'database') and (old.visibility, old.password_hash, old.place_id, old.workspace_id)
    is distinct from (new.visibility, new.password_hash, new.place_id, new.workspace_id))
  execute function form_gate_changed();

-- Grants on the page say who may open it; those of its database count when an answer is written, and are looked at then.
create function form_grant_changed() returns trigger language plpgsql as $$
begin
  insert into form_gates as g (document_id, workspace_id, changes)
  select d.document_id, d.workspace_id, 1 from documents d
  where d.document_id = case when tg_op = 'DELETE' then old.document_id else new.document_id end and d.doc_type = 'form'
  on conflict (document_id) do update set changes = g.changes + 1;
  return null;
end
$$;
create trigger form_grant_made after insert or update of level, document_id on grants for each row
  when (new.document_id is not null) execute function form_grant_changed();
create trigger form_grant_gone after delete on grants for each row
  when (old.document_id is not null) execute function form_grant_changed();
