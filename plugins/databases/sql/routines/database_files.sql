-- All documents that a database names.
-- They are named in records, in their versions, as what reviews are bound to, and as what was uploaded for a field.
-- Revision 1.
create or replace function database_files(document bigint) returns bigint[] language sql stable as $$
  with tables as (
    select t.workspace_id, t.table_id, t.fields from database_tables t where t.document_id = document
  ), with_files as (
    select * from tables where jsonb_path_exists(fields, '$[*] ? (@.type == "attachment")')
  ), named as (
    select f.doc_id from with_files t
      join database_records r on r.workspace_id = t.workspace_id and r.table_id = t.table_id
      cross join lateral database_files_of(t.fields, r.data) as f
    union
    select f.doc_id from with_files t
      join database_record_history r on r.workspace_id = t.workspace_id and r.table_id = t.table_id and r.data is not null
      cross join lateral database_files_of(t.fields, r.data) as f
    union
    select s #>> '{}' from tables t cross join lateral jsonb_path_query(t.fields, '$[*].sources[*].doc_id') as s
  )
  select array(
    select d.document_id from named join documents d using (doc_id)
    where d.workspace_id = (select b.workspace_id from databases b where b.document_id = document)
    union
    select u.document_id from tables join database_uploads u using (table_id) where u.document_id is not null
  )
$$;
