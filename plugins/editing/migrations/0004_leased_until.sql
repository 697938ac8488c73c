-- A lease leaves its end on its document, in a new version of its row as before.

-- One that is given back early leaves it there, and is looked for in vain until then.
create or replace function touch_leased_document() returns trigger language plpgsql as $$
begin
  update documents set leased_until = new.expires_at where document_id = new.document_id;
  return null;
end
$$;
update documents d set leased_until = l.expires_at from edit_leases l where l.document_id = d.document_id;
