-- The last run of the synchronisation with a directory, or the one under way: how it ended, and what it did or waits to do, by name.
create table directory_syncs (
  connection_id uuid primary key,
  run_id        uuid not null,
  state         text not null check (state in ('running', 'done', 'waiting', 'failed')),
  scheduled     boolean not null,
  by_id         uuid,
  started_at    timestamptz not null,
  -- Of a run under way: when it was last heard of.
  heard_at      timestamptz not null,
  ended_at      timestamptz,
  read          integer not null default 0,
  problem       text,
  plan          jsonb,
  succeeded_at  timestamptz
);

-- Users whom a synchronisation has suspended, by which change, while their entry is away: only they are let in again when it returns.
create table directory_absences (
  connection_id uuid not null,
  user_id       uuid not null,
  suspended_no  bigint not null,
  primary key (connection_id, user_id)
);
create index directory_absences_user on directory_absences (user_id);

-- Entries of directories whose users were deleted or erased here, as hashes: no import and no synchronisation makes users of them again.
create table directory_departed (
  connection_id uuid not null,
  subject_hash  bytea not null check (length(subject_hash) = 32),
  primary key (connection_id, subject_hash)
);
