-- A round of invitations: everybody whom a filter found when it was asked for. Who has had their turn is noted in the transaction
-- that queues the mail, so that a round which is taken up again, by whichever process, writes to nobody twice.
create table invitation_rounds (
  id         uuid primary key,
  -- Whose right the links rest on; null for the operator.
  made_by    uuid,
  by_name    text not null,
  language   text check (language in ('en', 'de')),
  started_at timestamptz not null,
  stopped_at timestamptz
);
create index invitation_rounds_started on invitation_rounds (started_at, id);
create table invitation_round_users (
  round_id uuid not null references invitation_rounds on delete cascade,
  place    integer not null,
  user_id  uuid not null,
  -- Null until they have had their turn.
  outcome  text check (outcome in ('queued', 'gone', 'not_invited', 'no_address', 'may_not', 'already', 'stopped')),
  mail_id  uuid,
  primary key (round_id, place),
  constraint invitation_round_users_once unique (round_id, user_id),
  check ((outcome is not distinct from 'queued') = (mail_id is not null))
);
create index invitation_round_users_left on invitation_round_users (user_id) where outcome is null;

alter table mails drop constraint mails_dropped_check;
alter table mails add constraint mails_dropped_check check (dropped in ('too_late', 'no_address', 'no_use', 'withdrawn'));
