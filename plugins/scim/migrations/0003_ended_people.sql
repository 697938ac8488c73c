-- A person may be erased while this plugin is off and forgets nobody: what a provider said of them goes with them.
alter table scim_users
  drop constraint scim_users_user_id_fkey,
  add constraint scim_users_user_id_fkey foreign key (user_id) references users on delete cascade;
