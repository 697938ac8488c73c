-- Keeps on a document until when somebody has it for themselves.
-- A lease that is given back early stays there, and is looked for in vain.
-- Revision 1.
create or replace function touch_leased_document() returns trigger language plpgsql as $$
begin
  update documents set leased_until = new.expires_at where document_id = new.document_id;
  return null;
end
$$;
