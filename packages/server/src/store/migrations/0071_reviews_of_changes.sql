-- A change tells the review whose closing made it.
create index review_items_applied on review_items (applied_no) where applied_no is not null;
