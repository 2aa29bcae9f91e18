-- The outbox. A mail is queued with the change that caused it, with a job that sends it. No token is kept here: the link in a mail
-- is made when it is first sent, which is noted, so that sending the same once more makes no second one.
create table mails (
  id           uuid primary key,
  template     text not null,
  data         jsonb not null,
  -- Null: as mails are written where nothing is known of the person.
  language     text check (language in ('en', 'de')),
  user_id      uuid not null,
  -- Null: the address that the person has when it is sent.
  address      text,
  -- Whose right a link in it rests on; null for the person themselves, and the operator.
  made_by      uuid,
  state        text not null default 'waiting' check (state in ('waiting', 'held', 'sent', 'failed', 'dropped')),
  queued_at    timestamptz not null,
  useful_until timestamptz not null,
  changed_at   timestamptz not null,
  attempts     integer not null default 0,
  failure      jsonb,
  dropped      text check (dropped in ('too_late', 'no_address', 'no_use')),
  minted_at    timestamptz
);
create index mails_queued on mails (queued_at, id);
create index mails_state on mails (state, queued_at, id);
create index mails_user on mails (user_id);
