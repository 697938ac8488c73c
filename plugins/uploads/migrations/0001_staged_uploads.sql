-- A ticket's file may wait for the write that takes it: then all of it is one part.
alter table upload_tickets drop constraint upload_tickets_state_check;
alter table upload_tickets add constraint upload_tickets_state_check
  check (state in ('waiting', 'receiving', 'staged', 'done', 'failed'));
