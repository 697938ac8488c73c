-- A mail server was handed this link, so that whoever uses it reads the mail of its address.
alter table login_links add column mailed boolean not null default false;
