-- Denial notices to be sent, suspensions that the operator can see, and why a delivery waits without a failure.

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

-- One column at a time: SQLite adds no more in one statement.
alter table subscription add column wait_reason text;
alter table subscription add column waiting_since text;
