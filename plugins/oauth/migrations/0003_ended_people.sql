-- A person may be erased while this plugin is off and forgets nobody: their connections go with them.
alter table oauth_grants
  drop constraint oauth_grants_user_id_fkey,
  add constraint oauth_grants_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table oauth_refresh_tokens
  drop constraint oauth_refresh_tokens_token_id_fkey,
  add constraint oauth_refresh_tokens_token_id_fkey foreign key (token_id) references tokens on delete cascade;
