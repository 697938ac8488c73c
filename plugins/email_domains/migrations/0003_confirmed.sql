-- Owners hear of the domains that were proven before a proof could wait for them.
insert into settings_to_tell (workspace_id)
select distinct workspace_id from email_domains where proven_at is not null on conflict do nothing;
