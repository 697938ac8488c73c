-- An authority that is asked too often is left alone as a whole, and a name that was let go keeps why it failed and when it may be tried.
-- Until when no order is made there.
alter table acme_accounts add column paused_until timestamptz;
-- Set while nobody wants the name: nothing is served or ordered, and the row goes a day later.
alter table certificates add column released_at timestamptz;
create index certificates_released on certificates (released_at) where released_at is not null;
