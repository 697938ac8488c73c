-- A document on which somebody takes a lease gets a new version of its row: who read it before reads it again before writing.
create function touch_leased_document() returns trigger language plpgsql as $$
begin
  update documents set version = version where document_id = new.document_id;
  return null;
end
$$;
create trigger edit_leases_touch after insert or update on edit_leases for each row execute function touch_leased_document();
