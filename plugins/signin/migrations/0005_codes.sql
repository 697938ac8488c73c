-- The code beside a mailed link: typed in the browser that asked for it, when the mail is read on another device.
alter table login_links add column code_mac bytea;
-- How often a code was typed for it, right or wrong.
alter table login_links add column code_tries integer not null default 0;
create index login_links_browser on login_links (nonce_sha256) where code_mac is not null;
