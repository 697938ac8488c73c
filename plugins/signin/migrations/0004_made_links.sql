-- Sign-in links that an owner or admin made for a member where no mail is set up. Those of a person are shown to them until they say that they saw them.
create table made_links (
  link_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The account's address when it was made: another one ends it.
  email text not null,
  -- Null once the maker's account is gone.
  made_by bigint references users on delete set null,
  made_by_email text not null,
  token_sha256 bytea not null unique,
  -- The browser that opened its page first; null before that.
  nonce_sha256 bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  seen_at timestamptz
);
create index made_links_user on made_links (user_id, link_id);
create index made_links_maker on made_links (made_by);
