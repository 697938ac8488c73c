-- Remembers from when until when a grant opens what it opens.
-- One that a clock which was ahead had marked as over opens again, for followers too.
-- Revision 1.
create or replace function keep_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_spans (grant_id, workspace_id, place_id, document_id, subject_type, subject_id)
    values (new.grant_id, new.workspace_id, new.place_id, new.document_id, new.subject_type, new.subject_id);
    perform open_scope_turn(new.workspace_id);
    return null;
  end if;
  -- What began in this transaction was nowhere to be seen.
  delete from grant_spans where grant_id = old.grant_id and since_seq is null;
  update grant_spans set until_seq = null where grant_id = old.grant_id and until_seq = 9223372036854775807;
  if tg_op = 'UPDATE' and not new.ended then
    insert into grant_spans (grant_id, workspace_id, place_id, document_id, subject_type, subject_id)
    values (new.grant_id, new.workspace_id, new.place_id, new.document_id, new.subject_type, new.subject_id);
  elsif tg_op = 'UPDATE' and new.document_id is not null then
    insert into grant_spans (grant_id, workspace_id, place_id, document_id, subject_type, subject_id)
    values (new.grant_id, new.workspace_id, new.place_id, new.document_id, 'nobody', 0);
  end if;
  perform open_scope_turn(old.workspace_id);
  return null;
end
$$;
