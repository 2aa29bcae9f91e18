-- Work that is done beside a request, such as mail. It is queued with the change that caused it, and done at least once, by whichever
-- process takes it first: a job that is taken is due again when its lease ends, unless it was done or put off.
create table jobs (
  id         uuid primary key,
  kind       text not null,
  data       jsonb not null,
  due_at     timestamptz not null,
  attempts   integer not null default 0 check (attempts >= 0),
  last_error text,
  given_up_at timestamptz
);
create index jobs_due on jobs (due_at, id) where given_up_at is null;
