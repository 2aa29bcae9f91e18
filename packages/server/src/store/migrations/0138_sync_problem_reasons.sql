-- The reason and the values of `problem`, from which other languages write their sentence; null for a run of an older version.
alter table directory_syncs add column problem_reason jsonb;
