-- Events that listeners have still to be told of.
-- Beside the log, since a mark in the log's own rows would write into each of its indexes once more when it changes.
create table audit_outbox (
  event_id bigint primary key
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
insert into audit_outbox select event_id from audit_events where not relayed;
drop index audit_events_untold;
alter table audit_events drop column relayed;
