-- Every webhook has an owner now, who is told of and may be followed by another: who made it, unless that account is gone.
comment on column webhooks.owner_id is 'Who made the webhook or took it over; null once that account is gone.';
update webhooks w set owner_id = e.actor_user_id
from audit_events e
where w.owner_id is null and w.database_doc_id is null and e.action = 'webhook.create' and e.target_id = w.webhook_id::text
  and e.workspace_id = w.workspace_id and exists (select from users u where u.user_id = e.actor_user_id);
