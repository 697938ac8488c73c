-- Grants that a clock that was ahead marked as over are found by their time, which has not come.
create index grants_ended on grants (expires_at) where ended;
-- Whether their person gave them up: such a one stays over, whatever the clock says.
alter table grants add column given_up boolean not null default false;
