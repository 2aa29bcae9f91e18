alter table reviews add column details_tried_at timestamptz;
