-- Whether owners may hand over what belongs to whom they remove, and since when it was last so: everybody is told days before it holds.
alter table workspace_policies
  add column hand_over text not null default 'never' check (hand_over in ('never', 'owners')),
  add column hand_over_since timestamptz;
