-- Whether people are sent there signed in, which an owner or admin says in a session; what stood before counts as said.
alter table custom_domains add column signs_in boolean not null default true;
alter table custom_domains alter column signs_in set default false;
