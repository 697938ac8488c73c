-- The present link was made while no mail was set up: whoever holds it was handed it, and it makes the account of its address.
alter table invites add column without_mail boolean not null default false;
update invites set without_mail = true where delivery_status = 'not_configured' and accepted_at is null and revoked_at is null;
