-- What a token may do less than its person: null for as much as they may. Written with the token, read with it.
alter table tokens add column limits jsonb;
