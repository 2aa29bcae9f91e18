-- Browsers in which a user has signed in: each has attempts of its own, so that guesses from elsewhere keep nobody out of them.
-- The browser holds the token in a signed cookie, we its SHA-256.
create table known_browsers (
  token_hash bytea primary key,
  user_id    uuid not null,
  used_at    timestamptz not null,
  expires_at timestamptz not null
);
create index known_browsers_user on known_browsers (user_id, used_at);

-- The known browser that a session was begun in: whoever ends the session from elsewhere has it forgotten.
alter table sessions add column browser bytea;

-- Attempts are counted by what was typed, no more by the account behind it: what was counted the old way begins anew. `account`
-- is a name that somebody has: it is never forgotten.
delete from failures;
alter table failures drop constraint failures_kind_check;
alter table failures add constraint failures_kind_check check (kind in ('account', 'name', 'network', 'browser', 'session'));

-- Throttled attempts of a day stand in one row for each user and network: how many, and when the last.
alter table sign_ins add column attempts integer not null default 1 check (attempts > 0);
alter table sign_ins add column last_at timestamptz;
