-- The token that asked for the bundle, as it was then, so that its limits hold for the download too; null for none.
alter table bundles add column made_with jsonb;
