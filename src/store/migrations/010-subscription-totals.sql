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

insert into subscription_total (topic, hash, failing, missed, count)
select topic, delivered_hash, case when failures > 0 then 1 else 0 end, case when behind_since is null then 0 else 1 end, count(*)
from subscription group by 1, 2, 3, 4;

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
