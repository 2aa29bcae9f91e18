-- What applications report of their permissions: how often each was exercised on a day, and when last by whom. Kept apart, so
-- that neither grows with users times permissions times days, and nobody's days can be told from them.
create table usage_days (
  app_id        uuid not null,
  permission_id uuid not null,
  day           date not null,
  count         bigint not null check (count between 1 and 1000000000000),
  last_at       timestamptz not null,
  primary key (permission_id, day)
);
-- The first day that an application reported; the days that nobody keeps any longer.
create index usage_days_app on usage_days (app_id, day);
create index usage_days_day on usage_days (day);

create table usage_users (
  app_id        uuid not null,
  permission_id uuid not null,
  user_id       uuid not null,
  last_at       timestamptz not null,
  primary key (permission_id, user_id)
);
create index usage_users_last on usage_users (permission_id, last_at);
create index usage_users_at on usage_users (last_at);

insert into usage_days (app_id, permission_id, day, count, last_at)
select app_id, permission_id, day, least(sum(count), 1000000000000), max(last_at) from usage group by 1, 2, 3;
insert into usage_users (app_id, permission_id, user_id, last_at)
select app_id, permission_id, user_id, max(last_at) from usage group by 1, 2, 3;
drop table usage;
