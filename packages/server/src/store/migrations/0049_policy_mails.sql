-- A round may also tell those whom a sign-in policy touches: then it keeps that policy, the outcome, and from when it is to be in force.
alter table invitation_rounds add column policy jsonb;
alter table invitation_round_users drop constraint invitation_round_users_outcome_check;
alter table invitation_round_users add constraint invitation_round_users_outcome_check
  check (outcome in ('queued', 'gone', 'not_invited', 'no_address', 'may_not', 'already', 'stopped', 'settled'));
