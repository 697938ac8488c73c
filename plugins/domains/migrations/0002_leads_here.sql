-- Whether the name led here at the last look that was answered: only then is a certificate worth asking for.
alter table custom_domains add column leads_here boolean not null default false;
