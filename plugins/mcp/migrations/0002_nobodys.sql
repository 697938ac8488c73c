-- Null once the account of who wrote them is gone.
alter table workspace_instructions alter column updated_by drop not null;
