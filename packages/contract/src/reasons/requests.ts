import { reason } from './reason.ts';

/** The things that a user can request. */
const given = ['role', 'permission'] as const;
const closed = ['approved', 'denied', 'withdrawn', 'expired'] as const;
const became = {
  approved: 'was approved',
  denied: 'was declined',
  withdrawn: 'was withdrawn',
  expired: 'has lapsed',
} as const;

/** Reasons why an access request, a decision on it, emergency access or a delegation is refused. */
export const requestReasons = {
  not_requestable: {
    role_not_requestable: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) => `The role ${role} of ${application} cannot be requested.`,
    ),
  },
  already_held: {
    held_by_you: reason(
      { kind: given, name: 'name', application: 'name' },
      ({ kind, name, application }) => `You already have the ${kind} ${name} in ${application}.`,
    ),
    held_by_user: reason(
      { user: 'name', kind: given, name: 'name', application: 'name' },
      ({ user, kind, name, application }) => `${user} already has the ${kind} ${name} in ${application}.`,
    ),
  },
  request_limit: {
    your_requests_waiting: reason(
      { most: 'count' },
      ({ most }, say) =>
        `${say.count(most)} of your requests are already waiting for a decision, the most that can wait at a time.`,
    ),
    user_requests_waiting: reason(
      { user: 'name', most: 'count' },
      ({ user, most }, say) =>
        `${say.count(most)} requests for ${user} are already waiting for a decision, the most that can wait at a time.`,
    ),
    requests_hourly: reason(
      { most: 'count' },
      ({ most }, say) =>
        `You can make at most ${say.count(most)} requests an hour, and each request that you withdraw counts twice.`,
    ),
  },
  comment_limit: {
    comments_full: reason(
      { most: 'count' },
      ({ most }, say) => `This request already has ${say.count(most)} comments and can have no more.`,
    ),
  },
  own_request: {
    request_own: reason({ asks: 'name' }, ({ asks }) => `The request for ${asks} is your own.`),
    approval_own: reason(
      { asks: 'name' },
      ({ asks }) => `The request for ${asks} is your own. Another approver can undo the approval.`,
    ),
  },
  voted_already: {
    approved_already: reason(
      { user: 'name' },
      ({ user }) => `You, or somebody in your place, have already approved the request of ${user}.`,
    ),
  },
  not_your_step: {
    step_of: reason(
      { asks: 'name', approvers: 'names' },
      ({ asks, approvers }, say) =>
        `Other users approve this step of the request for ${asks}: ${say.names(approvers)}.`,
    ),
    step_of_many: reason(
      { asks: 'name', approvers: 'names', more: 'count' },
      ({ asks, approvers, more }, say) =>
        `Other users approve this step of the request for ${asks}: ${say.names(approvers)}, and ${say.count(more)} more.`,
    ),
    step_without_approver: reason(
      { asks: 'name' },
      ({ asks }) => `Other users approve this step of the request for ${asks}, but none of them is active.`,
    ),
  },
  more_than_asked: {
    longer_than_asked: reason(
      { most: 'seconds', seconds: 'seconds' },
      ({ most, seconds }, say) => `The request is for ${say.seconds(most)}, not for ${say.seconds(seconds)}.`,
    ),
    longer_than_approved: reason(
      { most: 'seconds', seconds: 'seconds' },
      ({ most, seconds }, say) =>
        `The request was already approved for ${say.seconds(most)}, not for ${say.seconds(seconds)}.`,
    ),
    not_part_of_asked: reason(
      { given, kind: given, asks: 'name' },
      (values) => `The requested ${values.kind} ${values.asks} does not include this ${values.given}.`,
    ),
  },
  break_glass_refused: {
    emergency_role_unavailable: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) =>
        `You may not take the role “${role}” of ${application} in an emergency, or there is no such role.`,
    ),
    emergency_role_objected: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) =>
        `Within the last day, a reviewer objected to your emergency access with the role ${role} of ${application}.`,
    ),
  },
  throttled: {
    emergencies_daily: reason(
      { times: 'count' },
      ({ times }, say) => `You have taken a role in an emergency ${say.count(times)} times within a day.`,
    ),
  },
  own_use: {
    emergency_own: reason({ role: 'name' }, ({ role }) => `You took the role ${role} yourself.`),
  },
  may_not_grant: {
    not_approver: reason(
      { asks: 'name', application: 'name' },
      ({ asks, application }) => `You do not decide on requests for ${asks} in ${application}.`,
    ),
    not_commenter: reason(
      { asks: 'name' },
      ({ asks }) => `Only the requester and the approvers can comment on the request for ${asks}.`,
    ),
  },
  not_found: {
    request_unknown: reason(
      { id: 'name' },
      ({ id }) => `There is no request with the id ${id}, or you may not see it.`,
    ),
    renewable_grant_unknown: reason(
      { application: 'name', name: 'name', id: 'name' },
      ({ application, name, id }) =>
        `${application} has no grant of ${name} with the id ${id} that this request could renew.`,
    ),
    emergency_unknown: reason(
      { id: 'name' },
      ({ id }) => `There is no emergency access with the id ${id}, or you may not see it.`,
    ),
    delegate_unknown: reason(
      { name: 'name' },
      ({ name }) => `No active user has the username or the e-mail address ${name}.`,
    ),
  },
  wrong_state: {
    request_closed: reason(
      { user: 'name', asks: 'name', state: closed },
      ({ user, asks, state }) => `The request of ${user} for ${asks} ${became[state]}.`,
    ),
    requester_left: reason(
      { user: 'name', asks: 'name' },
      ({ user, asks }) => `The request of ${user} for ${asks} ended when ${user} was suspended or deleted.`,
    ),
    requested_deleted: reason(
      { user: 'name', asks: 'name' },
      ({ user, asks }) => `The request of ${user} for ${asks} ended when ${asks} was deleted.`,
    ),
    requester_suspended: reason(
      { user: 'name' },
      ({ user }) => `${user} is suspended. Reactivate them first, or decline the request.`,
    ),
    proposed_user_suspended: reason(
      { user: 'name' },
      ({ user }) => `${user} is suspended. Reactivate them first, then make the request.`,
    ),
    renewal_endless: reason({ name: 'name' }, ({ name }) => `The grant of ${name} has no end, so it needs no renewal.`),
    renewal_not_in_force: reason(
      { name: 'name' },
      ({ name }) => `The grant of ${name} is not in force, so it cannot be renewed. Make a new request.`,
    ),
    approval_not_recent: reason(
      { within: 'seconds' },
      ({ within }, say) =>
        `Only an approval can be undone, and only for ${say.seconds(within)}. After that, revoke the grant.`,
    ),
    emergency_reviewed: reason(
      { user: 'name', role: 'name' },
      ({ user, role }) => `The emergency access of ${user} with the role ${role} was already reviewed.`,
    ),
    delegate_self: reason({}, () => 'You cannot delegate to yourself. Name another user.'),
    delegation_too_long: reason(
      { longest: 'seconds' },
      ({ longest }, say) => `A delegation can last ${say.seconds(longest)} at most. Choose an earlier end.`,
    ),
    delegation_none: reason({}, () => 'You have not delegated your decisions to anybody.'),
  },
  ends_before_start: {
    delegation_ends_first: reason({}, () => 'The delegation would end before it starts. Choose a later end.'),
  },
  in_the_past: {
    delegation_over: reason({}, () => 'The delegation would already be over. Choose a later end.'),
  },
} as const;
