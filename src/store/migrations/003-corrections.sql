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
