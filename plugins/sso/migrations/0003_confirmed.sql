-- Whether owners have said that a provider speaks for those whom another had let in; and owners hear of what stood before settings waited.
alter table sso_configs add column trusts_former boolean not null default false;
insert into settings_to_tell (workspace_id) select workspace_id from sso_configs on conflict do nothing;
