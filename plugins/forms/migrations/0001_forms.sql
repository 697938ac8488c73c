-- Forms: documents that ask for the fields of a database's table, and the answers that came of each.
create table forms (
  document_id bigint primary key references documents on delete cascade,
  workspace_id bigint not null,
  database_id bigint not null references databases on delete cascade,
  table_id bigint not null references database_tables on delete cascade,
  -- The keys of the fields that it asks for, in its own order.
  fields text[] not null,
  -- Whose right to write in the database its answers come by; null once that account is gone, which closes it.
  creator_id bigint,
  -- Rises with every change of this row: what was issued for a lower one does not hold any more.
  version integer not null default 1,
  -- The document's version whose page the service made; with any other one the page is what somebody wrote.
  made_version integer,
  active boolean not null default true,
  email_notify boolean not null default false,
  autosave boolean not null default true,
  notify_drafts boolean not null default false,
  opens_at timestamptz,
  closes_at timestamptz,
  max_responses integer,
  one_per_user boolean not null default false,
  -- Whether a browser has to work for an answer, and whether a field that people do not see catches programs.
  pow boolean not null default false,
  honeypot boolean not null default true,
  -- Complete answers whose records are there.
  accepted integer not null default 0,
  -- Complete answers that ever came, and how many of them its maker was mailed of, the last time when.
  completed bigint not null default 0,
  mailed bigint not null default 0,
  mailed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index forms_database on forms (database_id);
create index forms_table on forms (table_id);
create index forms_creator on forms (creator_id);

-- An answer: the record that holds it, and what tells a repeat of its submission. The record is looked up, not referenced: it is
-- deleted, and comes back, in its table.
create table form_responses (
  response_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references forms on delete cascade,
  table_id bigint not null,
  record_id bigint not null,
  -- Null while it is a draft.
  completed_at timestamptz,
  -- Who answered, where the form's gate knows them.
  user_id bigint,
  -- SHA-256 of the number of the ticket that it came by; null where it came as a draft.
  ticket_sha256 bytea,
  created_at timestamptz not null
);
create unique index form_responses_record on form_responses (workspace_id, table_id, record_id);
create unique index form_responses_ticket on form_responses (ticket_sha256);
create index form_responses_form on form_responses (document_id, completed_at);
create index form_responses_user on form_responses (user_id) where user_id is not null;

-- The count of a form's complete answers follows their records, whichever way these are deleted or come back; an answer that is
-- counted when it comes in is completed in the same transaction, behind its record.
create function form_record_gone() returns trigger language plpgsql as $$
begin
  update forms f set accepted = f.accepted - 1 from form_responses r
  where r.workspace_id = old.workspace_id and r.table_id = old.table_id and r.record_id = old.record_id and r.completed_at is not null and f.document_id = r.document_id;
  return null;
end
$$;
create trigger form_record_gone after delete on database_records for each row
  when (old.form_status = 'complete') execute function form_record_gone();

create function form_record_back() returns trigger language plpgsql as $$
begin
  update forms f set accepted = f.accepted + 1 from form_responses r
  where r.workspace_id = new.workspace_id and r.table_id = new.table_id and r.record_id = new.record_id and r.completed_at is not null and f.document_id = r.document_id;
  return null;
end
$$;
create trigger form_record_back after insert on database_records for each row
  when (new.form_status = 'complete') execute function form_record_back();

-- Whichever way an answer is completed, it is counted among those that ever were.
create function form_response_completed() returns trigger language plpgsql as $$
begin
  update forms f set completed = f.completed + 1 where f.document_id = new.document_id;
  return null;
end
$$;
create trigger form_response_completed after insert or update of completed_at on form_responses for each row
  when (new.completed_at is not null) execute function form_response_completed();
