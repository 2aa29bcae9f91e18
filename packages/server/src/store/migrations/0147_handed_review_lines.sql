create index review_items_handed on review_items (handed_to) where handed_to is not null;
