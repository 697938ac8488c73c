-- Respondents: what lets a browser go on with its answer, and the files that it has sent.
create table form_sessions (
  session_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references forms on delete cascade,
  -- Of the capability that the respondent's browser, or their private link, holds.
  resume_sha256 bytea not null,
  -- Null until the first answer is saved.
  response_id bigint references form_responses on delete cascade,
  created_at timestamptz not null
);
create unique index form_sessions_resume on form_sessions (document_id, resume_sha256);
create unique index form_sessions_response on form_sessions (response_id);
-- Those that go once they are old.
create index form_sessions_empty on form_sessions (document_id, created_at) where response_id is null;

-- Whose a file is: a respondent names in an answer, and sees, only what they sent themselves.
create table form_uploads (
  session_id bigint not null references form_sessions on delete cascade,
  document_id bigint not null references documents on delete cascade,
  field_key text not null,
  path text not null,
  primary key (session_id, document_id)
);
create index form_uploads_document on form_uploads (document_id);
