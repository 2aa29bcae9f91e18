-- Roles and groups lie within one another so many levels deep at the most, whatever wrote it: every way by which somebody holds something is told with each level, so
-- that a chain of thousands made an answer of gigabytes.
create or replace function refuse_group_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive above(start, id) as (
      select n.group_id, n.group_id from added n where n.member_kind = 'group'
      union
      select a.start, m.group_id from above a join memberships m on m.member_id = a.id and m.no_to = 9223372036854775807
    )
    select 1 from above a join added n on n.group_id = a.start and n.member_id = a.id
  ) then
    raise exception 'Groups would contain one another in a circle.' using errcode = 'LC002', constraint = 'memberships_no_cycle';
  end if;
  if exists (
    with recursive above(start, id, depth) as (
      select n.group_id, n.group_id, 0 from added n where n.member_kind = 'group'
      union
      select a.start, m.group_id, a.depth + 1 from above a join memberships m on m.member_id = a.id and m.no_to = 9223372036854775807
      where a.depth <= 100
    ), below(start, id, depth) as (
      select n.group_id, n.group_id, 0 from added n where n.member_kind = 'group'
      union
      select b.start, m.member_id, b.depth + 1
      from below b join memberships m on m.group_id = b.id and m.member_kind = 'group' and m.no_to = 9223372036854775807
      where b.depth <= 100
    )
    select 1 from (select start, max(depth) as depth from above group by start) a
    join (select start, max(depth) as depth from below group by start) b on b.start = a.start
    where a.depth + b.depth > 100
  ) then
    raise exception 'Groups would lie too deep within one another.' using errcode = 'LC002', constraint = 'memberships_not_deep';
  end if;
  return null;
end $$;

create or replace function refuse_role_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive below(start, id) as (
      select n.role_id, n.included_id from added n
      union
      select b.start, i.included_id from below b join inclusions i on i.role_id = b.id and i.no_to = 9223372036854775807
    )
    select 1 from below where start = id
  ) then
    raise exception 'Roles would include one another in a circle.' using errcode = 'LC002', constraint = 'inclusions_no_cycle';
  end if;
  if exists (
    with recursive above(start, id, depth) as (
      select n.role_id, n.role_id, 0 from added n
      union
      select a.start, i.role_id, a.depth + 1 from above a join inclusions i on i.included_id = a.id and i.no_to = 9223372036854775807
      where a.depth <= 100
    ), below(start, id, depth) as (
      select n.role_id, n.role_id, 0 from added n
      union
      select b.start, i.included_id, b.depth + 1 from below b join inclusions i on i.role_id = b.id and i.no_to = 9223372036854775807
      where b.depth <= 100
    )
    select 1 from (select start, max(depth) as depth from above group by start) a
    join (select start, max(depth) as depth from below group by start) b on b.start = a.start
    where a.depth + b.depth > 100
  ) then
    raise exception 'Roles would lie too deep within one another.' using errcode = 'LC002', constraint = 'inclusions_not_deep';
  end if;
  return null;
end $$;
