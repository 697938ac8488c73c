-- Owners hear of the directories that were connected before a connection could wait for them.
insert into settings_to_tell (workspace_id)
select distinct workspace_id from directory_connections where refresh_token is not null on conflict do nothing;
