-- Links to photos at the source, and what was rated apart from the whole: JSON.
alter table review add column photos text default '[]' not null;
alter table review add column sub_ratings text default '{}' not null;
