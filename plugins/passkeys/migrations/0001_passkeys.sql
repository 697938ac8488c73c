-- Passkeys: which device signs whom in, by the public half of a key that never leaves it.
create table passkeys (
  passkey_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- What the device knows the account by; all passkeys of a person have one, which says nothing of them.
  user_handle bytea not null,
  -- Zero of devices that do not count.
  counter bigint not null,
  transports text[] not null,
  -- It is kept by a service of its maker's too, and so outlives the device.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, passkey_id);

-- Whoever does not want to be offered passkeys on their home.
create table passkey_offers (
  user_id bigint primary key references users on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  put_away_at timestamptz not null
);
