-- Only the row that the change replaces counts as the former one, so that a name that was given up cannot be taken back beside a look-alike.
create or replace function refuse_look_alikes() returns trigger language plpgsql as $$
declare
  found record;
begin
  -- A row that renews one of the same name, such as one with another title, brings no new name.
  execute format(
    'select a.name, o.name as other from added a join %1$I o on %2$s and o.skeleton = a.skeleton and o.id <> a.id and o.name <> a.name
       and (lower(o.name collate "und-x-icu") <> lower(a.name collate "und-x-icu") or %3$s)
     where a.no_to = 9223372036854775807 and o.no_to = 9223372036854775807
       and not exists (select from %1$I b where b.id = a.id and b.name = a.name and b.no_from < a.no_from and b.no_to = a.no_from) limit 1',
    tg_argv[0], tg_argv[1], tg_argv[2]) into found;
  if found.name is not null then
    raise exception 'The name “%” looks like “%”, which is there already. Choose a name that people can tell from it.', found.name, found.other
      using errcode = '23505', constraint = 'names_look_alike', detail = json_build_array(found.name, found.other)::text;
  end if;
  return null;
end $$;
