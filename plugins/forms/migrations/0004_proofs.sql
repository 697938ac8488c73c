-- Proofs of work that an answer was begun by: a page's ticket buys one, however many answers it could begin.
create table form_proofs (
  -- SHA-256 of the number of the ticket that somebody computed for.
  ticket_sha256 bytea primary key,
  session_id bigint not null unique references form_sessions on delete cascade,
  workspace_id bigint not null
);
