-- Handoff codes that were taken: a code is a signed ticket and opens the content host once (part 5, 5.5).
create table used_handoffs (
  code_id text primary key,
  expires_at timestamptz not null
);
create index used_handoffs_expired on used_handoffs (expires_at);
