-- An application has so many inclusions of roles at the most: a decision or a token follows all of them if its roles lead
-- to one another.
create function refuse_too_many_inclusions() returns trigger language plpgsql as $$
declare
  app uuid;
begin
  for app in
    select distinct r.app_id from added n join roles r on r.id = n.role_id and r.no_to = 9223372036854775807
  loop
    if (
      select count(*) from roles r join inclusions i on i.role_id = r.id and i.no_to = 9223372036854775807
      where r.app_id = app and r.no_to = 9223372036854775807
    ) > 100000 then
      raise exception 'The application would have too many inclusions of roles.'
        using errcode = 'LC002', constraint = 'inclusions_not_many';
    end if;
  end loop;
  return null;
end $$;
create trigger inclusions_not_many after insert on inclusions referencing new table as added
  for each statement execute function refuse_too_many_inclusions();
