-- Of which ends people were reminded: once of each, whichever process looks. What ends at another time is reminded of anew.
create table reminders (
  kind    text not null check (kind in ('grant', 'key')),
  of_id   uuid not null,
  ends_at timestamptz not null,
  primary key (kind, of_id, ends_at)
);
create index reminders_ends on reminders (ends_at);

-- How many days before an end people are reminded of it; 0 for never.
alter table settings add column remind_days integer not null default 7 check (remind_days between 0 and 60);
