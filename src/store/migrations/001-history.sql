-- Reviews with their revisions, the ledger, analyses, settings, and the version counter.

create table review (
  id text primary key,
  source text not null,
  source_key text not null,
  state text not null,
  revision integer not null,
  updated_at text not null,
  author_avatar_url text,
  source_url text,
  language text,
  verification_level text,
  verification_method text,
  source_updated_at text,
  date_precision text not null,
  translation text,
  tags text not null,
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
  constraint revision_key primary key (review_id, revision)
);

create table ledger (
  seq integer primary key,
  op text not null,
  recorded_at text not null,
  review_id text not null references review (id),
  revision integer not null,
  reason text,
  commitment text
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

create table publication (
  id integer primary key,
  version integer not null,
  changed_at text
);
insert into publication (id, version) values (1, 0);
