-- A second subscription to a plan on its way out, and what a sweep of old readings looks at.

-- Ids at the processor of subscriptions to a plan that are ended, since a newer one stays.
alter table billing_accounts add column seconds text[] not null default '{}';

create index billing_usage_age on billing_usage (read_at, usage_id);
