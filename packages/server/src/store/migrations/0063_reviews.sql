-- A review of access: lines as they were recorded when it was opened, and what reviewers decided of each. Its figures stand on the audit chain
-- (review.opened, review.closed), by digests of what is written here; who holds what is changed by its closing alone.
create table reviews (
  id               uuid primary key,
  name             text not null,
  scope            jsonb not null,
  reviewer_kind    text not null check (reviewer_kind in ('owners', 'users')),
  reviewers        uuid[] not null default '{}',
  fallback         uuid,
  undecided        text not null check (undecided in ('keep', 'revoke')),
  every_months     integer check (every_months between 1 and 24),
  next_at          timestamptz,
  opened_no        bigint not null,
  opened_at        timestamptz not null,
  -- Null for the operator, and for the job that opens the next of a series.
  opened_by        uuid,
  ends_at          timestamptz not null,
  -- The applications that its lines are about.
  apps             uuid[] not null default '{}',
  lines            integer not null default 0 check (lines >= 0),
  lines_digest     text not null default '',
  -- When what its lines are judged by was read: use, shares, suggestions.
  details_at       timestamptz,
  -- From when on nothing is decided any more.
  closing_at       timestamptz,
  decisions_digest text,
  closed_no        bigint,
  closed_at        timestamptz,
  outcome          jsonb,
  version          bigint not null,
  check ((closed_no is null) = (closed_at is null) and (closed_no is null) = (outcome is null)),
  check ((reviewer_kind = 'users') = (cardinality(reviewers) > 0))
);
create index reviews_opened on reviews (opened_at, id);
create index reviews_open on reviews (id) where closed_no is null;
create index reviews_next on reviews (next_at) where next_at is not null;

create table review_items (
  review_id      uuid not null references reviews on delete cascade,
  line           integer not null check (line > 0),
  kind           text not null check (kind in ('grant', 'membership')),
  app_id         uuid,
  -- Whose owners are asked: those of the application, or of all in which the group has access.
  apps           uuid[] not null,
  grant_id       uuid,
  group_id       uuid,
  -- The number of the change by which it stood as the line says.
  fact_no        bigint not null,
  principal_kind text not null check (principal_kind in ('user', 'group', 'client')),
  principal_id   uuid not null,
  role_id        uuid,
  permission_id  uuid,
  ends           timestamptz,
  people         integer,
  last_at        timestamptz,
  reported_since timestamptz,
  share          jsonb,
  suggestion     jsonb,
  state          text not null default 'pending' check (state in ('pending', 'handed on', 'kept', 'revoked', 'shortened')),
  shorten_to     timestamptz,
  handed_to      uuid,
  -- What somebody wrote: it may name people, and is blanked when they are erased.
  told           jsonb not null default '{}',
  decided_by     uuid,
  decided_at     timestamptz,
  together       integer not null default 0,
  version        integer not null default 0,
  outcome        text check (outcome in ('kept', 'revoked', 'shortened', 'gone')),
  applied_no     bigint,
  primary key (review_id, line),
  check ((kind = 'grant') = (grant_id is not null) and (kind = 'membership') = (group_id is not null)),
  check ((state = 'shortened') = (shorten_to is not null) and (state <> 'shortened' or kind = 'grant')),
  check ((state = 'pending') = (decided_at is null))
);
create index review_items_waiting on review_items (review_id) where state in ('pending', 'handed on');

-- Whom a mail of a review was queued for: once each, whichever process looks.
create table review_told (
  review_id uuid not null references reviews on delete cascade,
  user_id   uuid not null,
  what      text not null check (what in ('opened', 'ending', 'ended')),
  primary key (review_id, user_id, what)
);
