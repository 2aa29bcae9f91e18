-- In a draft these functions read views, which PostgreSQL joins as a whole unless each step is a lateral subquery. So the plan of a small change beside
-- many inclusions took seconds. The rules are those of 0076 and 0158.
create or replace function refuse_group_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive above(start, id) as (
      select n.group_id, n.group_id from added n where n.member_kind = 'group'
      union
      select a.start, m.group_id from above a cross join lateral (
        select m.group_id from memberships m where m.member_id = a.id and m.no_to = 9223372036854775807 offset 0
      ) m
    )
    select 1 from above a join added n on n.group_id = a.start and n.member_id = a.id
  ) then
    raise exception 'Groups would contain one another in a circle.' using errcode = 'LC002', constraint = 'memberships_no_cycle';
  end if;
  if exists (
    with recursive above(start, id, depth) as (
      select n.group_id, n.group_id, 0 from added n where n.member_kind = 'group'
      union
      select a.start, m.group_id, a.depth + 1 from above a cross join lateral (
        select m.group_id from memberships m where m.member_id = a.id and m.no_to = 9223372036854775807 offset 0
      ) m
      where a.depth <= 100
    ), below(start, id, depth) as (
      select n.group_id, n.group_id, 0 from added n where n.member_kind = 'group'
      union
      select b.start, m.member_id, b.depth + 1 from below b cross join lateral (
        select m.member_id from memberships m where m.group_id = b.id and m.member_kind = 'group' and m.no_to = 9223372036854775807 offset 0
      ) m
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
      select b.start, i.included_id from below b cross join lateral (
        select i.included_id from inclusions i where i.role_id = b.id and i.no_to = 9223372036854775807 offset 0
      ) i
    )
    select 1 from below where start = id
  ) then
    raise exception 'Roles would include one another in a circle.' using errcode = 'LC002', constraint = 'inclusions_no_cycle';
  end if;
  if exists (
    with recursive above(start, id, depth) as (
      select n.role_id, n.role_id, 0 from added n
      union
      select a.start, i.role_id, a.depth + 1 from above a cross join lateral (
        select i.role_id from inclusions i where i.included_id = a.id and i.no_to = 9223372036854775807 offset 0
      ) i
      where a.depth <= 100
    ), below(start, id, depth) as (
      select n.role_id, n.role_id, 0 from added n
      union
      select b.start, i.included_id, b.depth + 1 from below b cross join lateral (
        select i.included_id from inclusions i where i.role_id = b.id and i.no_to = 9223372036854775807 offset 0
      ) i
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

-- How many inclusions an application has: counting a hundred thousand after each change of a role takes too long.
create table inclusion_counts (
  app_id uuid primary key,
  total  bigint not null
);

create function count_inclusions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update inclusion_counts c set total = c.total - g.total
    from (
      select r.app_id, sum(e.total) as total
      from (select e.role_id, count(*) as total from ended e where e.no_to = 9223372036854775807 group by e.role_id) e
      cross join lateral (select r.app_id from roles r where r.id = e.role_id limit 1) r group by r.app_id
    ) g
    where g.app_id = c.app_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into inclusion_counts as c (app_id, total)
    select r.app_id, sum(a.total)
    from (select a.role_id, count(*) as total from added a where a.no_to = 9223372036854775807 group by a.role_id) a
    cross join lateral (select r.app_id from roles r where r.id = a.role_id limit 1) r group by r.app_id
    on conflict (app_id) do update set total = c.total + excluded.total;
  end if;
  return null;
end $$;
create trigger inclusions_counted_in after insert on inclusions referencing new table as added
  for each statement execute function count_inclusions();
create trigger inclusions_counted_over after update on inclusions referencing old table as ended new table as added
  for each statement execute function count_inclusions();
create trigger inclusions_counted_out after delete on inclusions referencing old table as ended
  for each statement execute function count_inclusions();

insert into inclusion_counts (app_id, total)
select r.app_id, count(*) from inclusions i join roles r on r.id = i.role_id and r.no_to = 9223372036854775807
where i.no_to = 9223372036854775807 group by r.app_id;

-- In a draft, the rows that a change adds are not yet counted, and those of earlier changes of the draft never are.
create or replace function refuse_too_many_inclusions() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select r.app_id, sum(a.total) as total from (select a.role_id, count(*) as total from added a group by a.role_id) a
      cross join lateral (select r.app_id from roles r where r.id = a.role_id and r.no_to = 9223372036854775807 offset 0) r
      group by r.app_id
    ) a left join inclusion_counts c on c.app_id = a.app_id
    where coalesce(c.total, 0) + case when tg_table_name = 'inclusions' then 0 else a.total end > 100000
  ) then
    raise exception 'The application would have too many inclusions of roles.'
      using errcode = 'LC002', constraint = 'inclusions_not_many';
  end if;
  return null;
end $$;
