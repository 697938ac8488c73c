-- Counts the seats that are taken without reading the people who take them; every list of members says how many are left.
create index users_seated on users (workspace_id) where disabled_at is null;
