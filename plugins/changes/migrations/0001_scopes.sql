-- What decides who may open what, as it was: so that the feed can tell somebody what they could open and no longer can.
-- Triggers keep it, since these rows are written in many places, and whoever forgot one would leave a file in a stranger's folder.
-- The past goes back as far as the feed does; what holds now is in the tables themselves, but for spans, which hold both.

-- A transaction that changed who may open what in a workspace, and the number that its changes carry.
create table scope_turns (
  turn_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  -- Until it is numbered, which its commit does.
  xid xid8,
  change_seq bigint,
  -- When it was first seen with its number: its age.
  noted_at timestamptz
);
create unique index scope_turns_open on scope_turns (xid, workspace_id) where xid is not null;
create index scope_turns_order on scope_turns (workspace_id, change_seq);

-- How far back the past is forgotten: up to this number.
create table scope_horizons (
  workspace_id bigint primary key,
  change_seq bigint not null
);

-- In each of these a number is null until the transaction has one, and the greatest of all while something holds.

-- That a person belongs to a workspace, manages it, is in a group of it.
create table standing_spans (
  span_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  standing text not null check (standing in ('member', 'manager', 'group')),
  group_id bigint,
  since_seq bigint,
  until_seq bigint default 9223372036854775807
);
create index standing_spans_user on standing_spans (user_id, workspace_id);
create index standing_spans_since on standing_spans (workspace_id, since_seq);
create index standing_spans_until on standing_spans (workspace_id, until_seq);

create table grant_spans (
  grant_id bigint primary key,
  workspace_id bigint not null,
  place_id bigint,
  document_id bigint,
  subject_type text not null,
  subject_id bigint not null,
  since_seq bigint,
  until_seq bigint default 9223372036854775807
);
create index grant_spans_subject on grant_spans (workspace_id, subject_type, subject_id);
create index grant_spans_document on grant_spans (document_id) where document_id is not null;
create index grant_spans_since on grant_spans (workspace_id, since_seq);
create index grant_spans_until on grant_spans (workspace_id, until_seq);

-- What a root, a place and a document were up to a number.
create table past_roots (
  root_id bigint not null,
  workspace_id bigint not null,
  until_seq bigint,
  created_by bigint
);
create index past_roots_until on past_roots (workspace_id, until_seq);

create table past_places (
  place_id bigint not null,
  workspace_id bigint not null,
  until_seq bigint,
  root_id bigint,
  owner_id bigint,
  path text not null,
  guard_ids bigint[] not null
);
create unique index past_places_open on past_places (place_id, workspace_id) where until_seq is null;
create index past_places_place on past_places (place_id, until_seq);
create index past_places_until on past_places (workspace_id, until_seq);

create table past_documents (
  document_id bigint not null,
  workspace_id bigint not null,
  until_seq bigint,
  -- The number with which the document began.
  first_seq bigint not null,
  doc_id text not null,
  place_id bigint not null,
  owner_id bigint,
  visibility text not null,
  listing text not null
);
create unique index past_documents_open on past_documents (document_id, workspace_id) where until_seq is null;
create index past_documents_document on past_documents (document_id, until_seq);
create index past_documents_place on past_documents (place_id, until_seq);
create index past_documents_until on past_documents (workspace_id, until_seq, document_id);

create function open_scope_turn(workspace bigint) returns void language plpgsql as $$
begin
  if not exists (select from scope_turns where xid = pg_current_xact_id() and workspace_id = workspace) then
    insert into scope_turns (workspace_id, xid) values (workspace, pg_current_xact_id());
  end if;
end
$$;

-- At the commit, and so in its order; whoever waits for a change is told.
create function number_scope_turns() returns trigger language plpgsql as $$
declare
  turn record;
  numbered bigint;
begin
  -- All of the transaction's at once, in the order of the workspaces, so that no two wait for each other.
  for turn in select turn_id, workspace_id from scope_turns where xid = pg_current_xact_id() order by workspace_id loop
    numbered := number_turn(turn.workspace_id);
    update standing_spans set since_seq = numbered where workspace_id = turn.workspace_id and since_seq is null;
    update standing_spans set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update grant_spans set since_seq = numbered where workspace_id = turn.workspace_id and since_seq is null;
    update grant_spans set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_roots set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_places set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update past_documents set until_seq = numbered where workspace_id = turn.workspace_id and until_seq is null;
    update scope_turns set change_seq = numbered, xid = null where turn_id = turn.turn_id;
    perform pg_notify('document_changes', '');
  end loop;
  return null;
end
$$;
create constraint trigger scope_turns_number after insert on scope_turns
  deferrable initially deferred for each row execute function number_scope_turns();

-- People.
create function begin_standing(workspace bigint, person bigint, kind text, grouped bigint, since bigint) returns void language plpgsql as $$
begin
  insert into standing_spans (workspace_id, user_id, standing, group_id, since_seq) values (workspace, person, kind, grouped, since);
  if since is null then perform open_scope_turn(workspace); end if;
end
$$;

create function end_standing(workspace bigint, person bigint, kind text, grouped bigint) returns void language plpgsql as $$
begin
  -- What began in this transaction was nowhere to be seen.
  delete from standing_spans where user_id = person and workspace_id = workspace and standing = kind
    and group_id is not distinct from grouped and since_seq is null;
  update standing_spans set until_seq = null where user_id = person and workspace_id = workspace and standing = kind
    and group_id is not distinct from grouped and until_seq = 9223372036854775807;
  perform open_scope_turn(workspace);
end
$$;

create function keep_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Nobody has read the feed as somebody who was not there.
    perform begin_standing(new.workspace_id, new.user_id, 'member', null, 0);
    if new.role <> 'member' then perform begin_standing(new.workspace_id, new.user_id, 'manager', null, 0); end if;
  elsif tg_op = 'DELETE' then
    delete from standing_spans where user_id = old.user_id;
  else
    if old.role <> 'member' then perform end_standing(old.workspace_id, old.user_id, 'manager', null); end if;
    if old.workspace_id <> new.workspace_id then
      perform end_standing(old.workspace_id, old.user_id, 'member', null);
      perform begin_standing(new.workspace_id, new.user_id, 'member', null, null);
    end if;
    if new.role <> 'member' then perform begin_standing(new.workspace_id, new.user_id, 'manager', null, null); end if;
  end if;
  return null;
end
$$;
create trigger users_standing after insert or delete on users for each row execute function keep_standings();
create trigger users_standing_update after update of workspace_id, role on users for each row
  when (old.workspace_id <> new.workspace_id or (old.role = 'member') <> (new.role = 'member'))
  execute function keep_standings();

create function keep_group_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform begin_standing(new.workspace_id, new.user_id, 'group', new.group_id, null);
  else
    perform end_standing(old.workspace_id, old.user_id, 'group', old.group_id);
  end if;
  return null;
end
$$;
create trigger group_members_standing after insert or delete on group_members
  for each row execute function keep_group_standings();

-- Grants; another level opens nothing that was closed.
create function keep_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_spans (grant_id, workspace_id, place_id, document_id, subject_type, subject_id)
    values (new.grant_id, new.workspace_id, new.place_id, new.document_id, new.subject_type, new.subject_id);
    perform open_scope_turn(new.workspace_id);
  else
    delete from grant_spans where grant_id = old.grant_id and since_seq is null;
    update grant_spans set until_seq = null where grant_id = old.grant_id;
    perform open_scope_turn(old.workspace_id);
  end if;
  return null;
end
$$;
create trigger grants_span after insert or delete on grants for each row execute function keep_grants();

-- Roots and places.
create function keep_past_root() returns trigger language plpgsql as $$
begin
  insert into past_roots (root_id, workspace_id, created_by) values (old.root_id, old.workspace_id, old.created_by);
  perform open_scope_turn(old.workspace_id);
  return null;
end
$$;
create trigger roots_past after delete on roots for each row execute function keep_past_root();

create function keep_past_place() returns trigger language plpgsql as $$
begin
  -- What it was when the transaction began.
  insert into past_places (place_id, workspace_id, root_id, owner_id, path, guard_ids)
  values (old.place_id, old.workspace_id, old.root_id, old.owner_id, old.path, old.guard_ids)
  on conflict (place_id, workspace_id) where until_seq is null do nothing;
  perform open_scope_turn(old.workspace_id);
  return null;
end
$$;
create trigger places_past after delete on places for each row execute function keep_past_place();
-- A place is new until it has its guards.
create trigger places_past_update after update of workspace_id, root_id, owner_id, path, guard_ids on places for each row
  when (old.guard_ids <> '{}' and (old.workspace_id, old.root_id, old.owner_id, old.path, old.guard_ids)
    is distinct from (new.workspace_id, new.root_id, new.owner_id, new.path, new.guard_ids))
  execute function keep_past_place();

-- Documents; before they go, since the number with which they began goes with them.
create function keep_past_document() returns trigger language plpgsql as $$
begin
  insert into past_documents (document_id, workspace_id, first_seq, doc_id, place_id, owner_id, visibility, listing)
  select old.document_id, old.workspace_id, c.first_seq, old.doc_id, old.place_id, old.owner_id, old.visibility, old.listing
  from document_changes c where c.document_id = old.document_id
  on conflict (document_id, workspace_id) where until_seq is null do nothing;
  perform open_scope_turn(old.workspace_id);
  return coalesce(new, old);
end
$$;
create trigger documents_past before delete on documents for each row execute function keep_past_document();
create trigger documents_past_update after update of workspace_id, place_id, owner_id, visibility, listing on documents for each row
  when ((old.workspace_id, old.place_id, old.owner_id, old.visibility, old.listing)
    is distinct from (new.workspace_id, new.place_id, new.owner_id, new.visibility, new.listing))
  execute function keep_past_document();

-- What holds already.
insert into standing_spans (workspace_id, user_id, standing, group_id, since_seq)
select workspace_id, user_id, 'member', null::bigint, 0 from users
union all select workspace_id, user_id, 'manager', null, 0 from users where role <> 'member'
union all select workspace_id, user_id, 'group', group_id, 0 from group_members;
insert into grant_spans (grant_id, workspace_id, place_id, document_id, subject_type, subject_id, since_seq)
select grant_id, workspace_id, place_id, document_id, subject_type, subject_id, 0 from grants;
