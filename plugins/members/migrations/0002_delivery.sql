-- How an invite's mail fares, told so that whoever invites knows whether to pass the link on.
alter table invites drop constraint invites_delivery_status_check;
update invites set delivery_status = 'queued' where delivery_status = 'retrying';
alter table invites add constraint invites_delivery_status_check
  check (delivery_status in ('queued', 'sent', 'failed', 'not_configured'));
