-- Null once the account of who made it is gone.
alter table shortcuts alter column created_by drop not null;
