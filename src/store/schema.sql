-- Reviews with their revisions, the ledger, analyses, settings, and the version counter.

create table review (
  id text primary key,
  source text not null,
  source_key text not null,
  state text not null,
  revision integer not null,
  updated_at text not null,
  particulars text not null,
  own_reply integer not null,
  replaced_reply text,
  committed_level text,
  seq integer,
  missing_since text,
  renewed integer not null,
  version integer not null,
  constraint review_source unique (source, source_key)
);
create index review_version on review (version);

create table revision (
  review_id text not null references review (id),
  revision integer not null,
  recorded_at text not null,
  author text not null,
  rating integer not null,
  date text not null,
  text text,
  reply_text text,
  reply_date text,
  salt text not null,
  incentive integer,
  constraint revision_key primary key (review_id, revision)
);

create table ledger (
  seq integer primary key,
  op text not null,
  recorded_at text not null,
  review_id text references review (id),
  revision integer,
  reason text,
  commitment text,
  v integer not null,
  content text
);

create table analysis (
  content_hash text not null,
  engine text not null,
  result text not null,
  constraint analysis_key primary key (content_hash, engine)
);

create table setting (
  key text primary key,
  value text not null
);

-- `made_by` identifies this schema.
create table publication (
  id integer primary key,
  version integer not null,
  changed_at text,
  made_by text not null
);

-- Topics, subscriptions, and subscription requests.

create table topic (
  path text primary key,
  hash text not null,
  version integer not null,
  changed_at text not null
);

create table subscription (
  id text primary key,
  topic text not null,
  topic_url text not null,
  callback text not null,
  host text not null,
  secret text,
  lease_seconds integer not null,
  slow integer default 0 not null,
  next_attempt_at text not null,
  claimed_by text,
  claimed_until text default '' not null,
  verified_at text not null,
  expires_at text not null,
  delivered_hash text not null,
  behind_since text,
  failures integer default 0 not null,
  last_status integer,
  last_delivered_at text,
  wait_reason text,
  waiting_since text,
  attempts text default '' not null,
  constraint subscription_pair unique (topic, callback)
);
create index subscription_order on subscription (slow, host, id);
create index subscription_topic on subscription (topic, expires_at, host);
create index subscription_expiry on subscription (expires_at);

create table subscription_request (
  id text primary key,
  topic text not null,
  topic_url text not null,
  callback text not null,
  host text not null,
  secret text,
  lease_seconds integer not null,
  slow integer default 0 not null,
  next_attempt_at text not null,
  claimed_by text,
  claimed_until text default '' not null,
  mode text not null,
  base_hash text not null,
  attempts integer default 0 not null,
  created_at text not null,
  constraint subscription_request_pair unique (topic, callback)
);

-- Corrections by the owner of what the insights engine read.

create table correction (
  review_id text not null references review (id),
  kind text not null,
  subject text not null,
  mark text not null,
  revision integer not null,
  corrected_at text not null,
  constraint correction_key primary key (review_id, kind, subject)
);

-- Denial notices to be sent, and suspensions that the operator can see.

create table denial (
  id text primary key,
  topic text not null,
  topic_url text not null,
  callback text not null,
  host text not null,
  reason text not null,
  attempts integer not null,
  created_at text not null,
  next_attempt_at text not null,
  claimed_by text,
  claimed_until text not null,
  constraint denial_pair unique (topic, callback)
);

create table suspension (
  scope text not null,
  subject text not null,
  started_at text not null,
  ends_at text not null,
  reason text not null,
  constraint suspension_key primary key (scope, subject)
);

-- The instances of the hub that claim rows, and the proofs that subscribers have used.

create table hub_instance (
  id text primary key
);

create table hub_proof (
  proof text primary key,
  expires_at text not null
);


-- Who may use the desk at the public address: invitations, passkeys, sessions, and a log of their actions.

create table desk_invitation (
  token_hash text primary key,
  user_name text not null,
  expires_at text not null
);
create table desk_passkey (
  id text primary key,
  user_name text not null,
  public_key text not null,
  device text not null,
  created_at text not null,
  used_at text not null
);
create table desk_session (
  token_hash text primary key,
  user_name text not null,
  passkey_id text not null,
  device text not null,
  started_at text not null,
  seen_at text not null,
  confirmed_at text not null,
  visited_before text,
  notice text
);
create table desk_action (
  id text primary key,
  at text not null,
  user_name text not null,
  action text not null,
  detail text not null,
  review_id text
);


-- How many subscriptions there are of each kind, kept by triggers in the transaction of each change, so that nobody has to count the rows.
-- `failing`: the last delivery failed. `missed`: it has missed more than the current content.

create table subscription_total (
  topic text not null,
  hash text not null,
  failing integer not null,
  missed integer not null,
  count integer not null,
  constraint subscription_total_key primary key (topic, hash, failing, missed)
);
create index subscription_missed on subscription (topic, behind_since) where behind_since is not null;

-- SQLite:
create trigger subscription_added after insert on subscription begin
  insert into subscription_total values (new.topic, new.delivered_hash, new.failures > 0, new.behind_since is not null, 1)
  on conflict do update set count = count + 1; end;

-- SQLite:
create trigger subscription_removed after delete on subscription begin
  update subscription_total set count = count - 1
  where (topic, hash, failing, missed) = (old.topic, old.delivered_hash, old.failures > 0, old.behind_since is not null); end;

-- SQLite:
create trigger subscription_changed after update of topic, delivered_hash, failures, behind_since on subscription
when (old.topic, old.delivered_hash, old.failures > 0, old.behind_since is null)
  <> (new.topic, new.delivered_hash, new.failures > 0, new.behind_since is null) begin
  update subscription_total set count = count - 1
  where (topic, hash, failing, missed) = (old.topic, old.delivered_hash, old.failures > 0, old.behind_since is not null); insert into subscription_total
  values (new.topic, new.delivered_hash, new.failures > 0, new.behind_since is not null, 1)
  on conflict do update set count = count + 1; end;

-- PostgreSQL: once for each statement, in the order of the key, so that transactions of several instances seldom wait for each other.
create function count_subscriptions() returns trigger language plpgsql as $$
begin
  execute 'insert into subscription_total as known (topic, hash, failing, missed, count)
    select topic, delivered_hash, (failures > 0)::int, (behind_since is not null)::int, sum(change)
    from (' || tg_argv[0] || ') as changed group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (topic, hash, failing, missed) do update set count = known.count + excluded.count'; return null; end $$;

-- PostgreSQL:
create trigger subscription_added after insert on subscription referencing new table as added
for each statement execute function count_subscriptions('select *, 1 as change from added');

-- PostgreSQL:
create trigger subscription_removed after delete on subscription referencing old table as removed
for each statement execute function count_subscriptions('select *, -1 as change from removed');

-- PostgreSQL:
create trigger subscription_changed after update on subscription referencing old table as removed new table as added
for each statement execute function count_subscriptions('select *, 1 as change from added union all select *, -1 from removed');

-- What became of reviews is counted at every change: the few that changed or are not shown are found without reading all.
-- SQLite uses these indexes only in a query that repeats their condition word for word.

create index review_revised on review (id) where revision > 1;
create index review_hidden on review (state) where state <> 'published';
