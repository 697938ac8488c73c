-- What somebody opened last in the app: a row for each person and document, of which the latest few stay.
create table recent_documents (
  workspace_id bigint not null,
  user_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  opened_at timestamptz not null,
  primary key (user_id, document_id)
);
create index recent_documents_latest on recent_documents (user_id, opened_at desc, document_id desc);
-- For the purge of a document, which takes everybody's rows along.
create index recent_documents_document on recent_documents (document_id);
