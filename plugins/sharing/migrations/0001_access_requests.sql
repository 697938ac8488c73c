-- What people ask for who hold the address of a document that is closed to them.
create table access_requests (
  request_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  user_id bigint not null,
  message text not null,
  -- A request that was overtaken by a change of the document, or replaced by a later one, is void.
  status text not null check (status in ('pending', 'approved', 'denied', 'void')),
  -- The document as the request saw it; it stands only while that is still so.
  seen_owner_id bigint not null,
  seen_visibility text not null,
  seen_root_id bigint,
  seen_folder text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  -- The grant that the approval gave; null where the person could open the document already.
  grant_id bigint,
  revoked_at timestamptz
);
-- One person waits once for one document.
create unique index access_requests_pending on access_requests (document_id, user_id) where status = 'pending';
create index access_requests_document on access_requests (document_id, request_id);
create index access_requests_person on access_requests (workspace_id, user_id);
create index access_requests_grant on access_requests (grant_id) where grant_id is not null;
