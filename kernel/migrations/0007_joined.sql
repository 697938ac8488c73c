-- When a person came into the workspace that they are in now; null for who was there from the beginning of their account.
alter table users add column joined_at timestamptz;
