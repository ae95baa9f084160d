-- What a review's origin rests on, rewards, and ledger entries of version 2, some of which are not about a review.

alter table review add column basis text;
alter table review add column committed_level text;
alter table revision add column incentive integer;
-- Only what was published before keeps its place without evidence.
update review set basis = 'owner' where seq is null;

-- SQLite cannot drop "not null" from a column, so the table is made again.
create table ledger_again (
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
insert into ledger_again (seq, op, recorded_at, review_id, revision, reason, commitment, v)
select seq, op, recorded_at, review_id, revision, reason, commitment, 1 from ledger;
drop table ledger;
alter table ledger_again rename to ledger;
