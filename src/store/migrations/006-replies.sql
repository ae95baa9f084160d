-- Replies that the owner wrote here, which imports without them must not remove.
alter table review add column own_reply integer default 0 not null;
alter table review add column replaced_reply text;
