-- Two names of permissions or roles of an application that people cannot tell apart are refused, whatever writes them: another Unicode
-- form of an accent, a no-break space, characters without a shape, letters of Cyrillic and Greek that look like Latin ones (Unicode
-- Technical Standard 39, section 4). Names that differ by case alone are two names, as in many systems; beside one that is kept apart by a
-- separation they are refused as well. So are names of applications by other letters. Names that are there already stay.
set local statement_timeout = 0;

create function name_skeleton(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1) then lower(regexp_replace($1, ' +', ' ', 'g') collate "C") collate "default" else
    translate(
      lower(regexp_replace(regexp_replace(
        normalize($1, nfkd) collate "C",
        '[\uFE00-\uFE0F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\U000E0000-\U000E0FFF]+', '', 'g'),
        '\s+', ' ', 'g') collate "und-x-icu") collate "default",
      U&'авекмнорстухѕіјԁԛԝһӏѵαβεζηικμνορτυχςıɑɡ\2010\2011\2012\2013\2014\2015\2212\2018\2019\201B\2032\02B9\02BB\02BC\02C8',
      'abekmhopctyxsijdqwhlvabezhikmvoptyxσiag-------''''''''''''''''')
  end $$;

alter table permissions add column skeleton text not null generated always as (name_skeleton(name)) stored;
alter table roles add column skeleton text not null generated always as (name_skeleton(name)) stored;
alter table applications add column skeleton text not null generated always as (name_skeleton(name)) stored;
create index permissions_skeleton on permissions (app_id, skeleton) where no_to = 9223372036854775807;
create index roles_skeleton on roles (app_id, skeleton) where no_to = 9223372036854775807;
create index applications_skeleton on applications (skeleton) where no_to = 9223372036854775807;

create function refuse_look_alikes() returns trigger language plpgsql as $$
declare
  found record;
begin
  -- A row that renews one of the same name, such as one with another title, brings no new name.
  execute format(
    'select a.name, o.name as other from added a join %1$I o on %2$s and o.skeleton = a.skeleton and o.id <> a.id and o.name <> a.name
       and (lower(o.name collate "und-x-icu") <> lower(a.name collate "und-x-icu") or %3$s)
     where a.no_to = 9223372036854775807 and o.no_to = 9223372036854775807
       and not exists (select from %1$I b where b.id = a.id and b.name = a.name and b.no_from < a.no_from) limit 1',
    tg_argv[0], tg_argv[1], tg_argv[2]) into found;
  if found.name is not null then
    raise exception 'The name “%” looks like “%”, which is there already. Choose a name that people can tell from it.', found.name, found.other
      using errcode = '23505', constraint = 'names_look_alike';
  end if;
  return null;
end $$;
create trigger permissions_look_alike after insert on permissions referencing new table as added for each statement
  execute function refuse_look_alikes(
    'permissions', 'o.app_id = a.app_id',
    'exists (select from separation_elements e where e.permission_id = o.id and e.no_to = 9223372036854775807)');
create trigger roles_look_alike after insert on roles referencing new table as added for each statement
  execute function refuse_look_alikes(
    'roles', 'o.app_id = a.app_id',
    'exists (select from separation_elements e where e.role_id = o.id and e.no_to = 9223372036854775807)');
create trigger applications_look_alike after insert on applications referencing new table as added for each statement
  execute function refuse_look_alikes('applications', 'true', 'false');
