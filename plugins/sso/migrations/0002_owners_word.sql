-- Whether an owner has set or tried the connection: one that only admins know of signs in no owner.
alter table sso_configs add column by_owner boolean not null default true;
