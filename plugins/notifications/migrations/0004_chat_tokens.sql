-- The token by which a chat's address was given, and with which it ends; null where a person who was signed in gave it.
alter table notification_channels add column token_id bigint;
