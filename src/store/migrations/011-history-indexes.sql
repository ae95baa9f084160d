-- What became of reviews is counted at every change: the few that changed or are not shown are found without reading all.

create index review_revised on review (id) where revision > 1;
create index review_hidden on review (state) where state <> 'published';
