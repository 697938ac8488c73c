-- The votes of the toy's polls.
create table toy_votes (
  vote_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  choice text not null
);
