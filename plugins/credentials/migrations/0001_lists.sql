-- Pages of a workspace's tokens, the newest first; those of programs, which are many, are found by their connections.
create index tokens_workspace on tokens (workspace_id, token_id) where client is null;
