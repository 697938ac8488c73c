-- True of an account that was made by an invite's link alone, until mail or a provider has shown whose the address is.
alter table users add column address_unproven boolean not null default false;
