-- Pages of members in their order, who came first first, also where only some of them are looked for.
create index users_joined on users (workspace_id, (coalesce(joined_at, created_at)), user_id);
-- Pages of open invites, the newest first.
create index invites_waiting on invites (workspace_id, invite_id) where accepted_at is null and revoked_at is null;
