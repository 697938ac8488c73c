-- Bundles that wait to be downloaded once: which versions of which documents they hold. The zip itself is made while it is sent.
create table bundles (
  bundle_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  folder text not null,
  recursive boolean not null,
  filename text not null,
  skipped integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
create index bundles_expiry on bundles (expires_at);

create table bundle_documents (
  bundle_id bigint not null references bundles on delete cascade,
  document_id bigint not null,
  workspace_id bigint not null,
  version integer not null,
  -- What meta.json says of the document, as it was when the bundle was made.
  meta jsonb not null,
  primary key (bundle_id, document_id)
);

-- Keeps the bytes for as long as somebody may be reading them, whatever becomes of the documents.
create table bundle_blobs (
  bundle_id bigint not null references bundles on delete cascade,
  blob_id bigint not null references blobs,
  workspace_id bigint not null,
  primary key (blob_id, bundle_id)
);
create index bundle_blobs_bundle on bundle_blobs (bundle_id);
