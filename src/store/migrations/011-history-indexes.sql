-- What became of reviews is counted at every change: the few that changed or are not shown are found without reading all.
-- SQLite uses these indexes only in a query that repeats their condition word for word.

create index review_revised on review (id) where revision > 1;
create index review_hidden on review (state) where state <> 'published';
