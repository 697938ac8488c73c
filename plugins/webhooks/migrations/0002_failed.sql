-- What was given up, as people look for it and as it is recovered: few among very many.
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, delivery_id) where status = 'failed';
