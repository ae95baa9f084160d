-- The instances of the hub that claim rows, the last deliveries of each subscription, and the proofs that subscribers have used.

create table hub_instance (
  id text primary key
);

create table hub_proof (
  proof text primary key,
  expires_at text not null
);
alter table subscription add column attempts text default '' not null;
