-- The kernel's own index over targets does for groups too.
drop index audit_events_group;
