-- Of somebody who was erased while a sign-in of theirs was looked at, no line is written afterwards. Whoever erases holds the lock of the person from
-- before their lines are deleted until it is done (`eraseTheRest`); whoever writes one waits for it, and looks then.
create function leave_out_the_erased() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(1166, hashtext(new.user_id::text));
  if exists (select from erasures where of_kind = 'users' and of_id = new.user_id) then
    return null;
  end if;
  return new;
end $$;
create index erasures_of_a_person on erasures (of_id) where of_kind = 'users';
create trigger sign_ins_of_nobody_erased before insert on sign_ins
  for each row when (new.user_id is not null) execute function leave_out_the_erased();
