-- The names that one user or program keeps, the latest first: the oldest beyond the limit are forgotten.
create index set_names_kept on set_names (actor, kept_no desc);
