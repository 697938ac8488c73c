-- Documents that a clock that was ahead took for expired are found by this, so that they are charged again.
create index documents_released on documents (expires_at) where released_at is not null and deleted_at is null;
