-- A sign-in whose user has nothing of what the policy demands sets it up before it goes on: `offered` while there is time left,
-- `demanded` when there is none.
alter table sign_in_steps add column set_up text check (set_up in ('offered', 'demanded'));

-- Until when somebody who has set a password by a link may set up a second factor in any browser.
create table set_up_windows (
  user_id    uuid primary key,
  expires_at timestamptz not null
);

-- When a known browser was last remembered, so that the second factor is not asked for in it for a while.
alter table known_browsers add column remembered_at timestamptz;

-- What a plan asks of everybody.
create index known_browsers_expires on known_browsers (user_id, expires_at);
create index recovery_codes_left on recovery_codes (user_id) where used_at is null;
