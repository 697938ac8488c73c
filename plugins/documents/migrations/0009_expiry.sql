-- When an expired document stopped being charged to its workspace and account, and which expiry its people were warned of.
alter table documents
  add column released_at timestamptz,
  add column expiry_warned_at timestamptz,
  -- The `expires_at` of the warning: with another one the document is due for a warning again.
  add column expiry_warned_for timestamptz;
