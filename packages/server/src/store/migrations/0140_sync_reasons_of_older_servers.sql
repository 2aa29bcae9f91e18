-- Servers of before 0138 write `problem` and leave `problem_reason` as it is: the reason of a former run, whose values may name somebody who was erased since.
create function drop_stale_sync_reason() returns trigger language plpgsql as $$
begin
  new.problem_reason := null;
  return new;
end $$;
create trigger directory_syncs_reason before update of problem on directory_syncs for each row
  when (new.problem is distinct from old.problem and new.problem_reason is not distinct from old.problem_reason)
  execute function drop_stale_sync_reason();
update directory_syncs set problem_reason = null where problem is null;
