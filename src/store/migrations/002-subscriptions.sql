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
