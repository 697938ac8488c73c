-- Counts what a transaction does to a database, as its last statement but the audit rows.
-- The database's size is part of the document's, and the workspace is charged for it. Raises ZE004 for a database that is not there any
-- more. What is written once in a while moves the document's own times: its update, and its end where it has one.
-- Revision 1.
create or replace function count_database_change(
  workspace bigint, document bigint, grown bigint, bytes_max bigint, at timestamptz
) returns void language plpgsql as $$
declare
  doc record;
  is_told boolean;
begin
  select d.owner_id, d.deleted_at, d.released_at, d.updated_at, d.retention_days, d.expires_at, d.legal_hold into doc
  from documents d where d.document_id = document and d.workspace_id = workspace for no key update;
  if not found or doc.deleted_at is not null then
    raise exception 'database % is gone', document using errcode = 'ZE004';
  end if;
  is_told := doc.updated_at < at - interval '1 minute';
  if is_told then
    update documents d set size_bytes = d.size_bytes + grown, updated_at = at,
      expires_at = case when d.retention_days > 0 and not d.legal_hold and d.released_at is null
        then at + make_interval(hours => 24 * d.retention_days) else d.expires_at end
    where d.document_id = document;
  elsif grown <> 0 then
    update documents d set size_bytes = d.size_bytes + grown where d.document_id = document;
  end if;
  if doc.released_at is not null then grown := 0; end if;
  if is_told or grown <> 0 then
    perform count_document_change(workspace, doc.owner_id, case when is_told then document end, grown, bytes_max, 0, null, at);
  end if;
end
$$;
