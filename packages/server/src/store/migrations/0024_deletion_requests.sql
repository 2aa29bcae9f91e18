-- Users who have asked to be deleted; administrators decide. The row goes with the user.
create table deletion_requests (
  user_id  uuid primary key,
  asked_at timestamptz not null
);
