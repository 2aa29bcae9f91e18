import { reason, type Sentence } from './reason.ts';

const ofProgram =
  (what: string): Sentence<{ program: 'name'; application: 'application' }> =>
  ({ program, application }, say) =>
    `${program} has access to ${say.application(application)}, now or later. Only users who may grant access there may ${what}.`;

/** Reasons for which a caller may not grant or revoke access. */
export const grantReasons = {
  longer_than_allowed: {
    role_duration: reason(
      { role: 'name', longest: 'seconds' },
      ({ role, longest }, say) => `A grant of the role ${role} may last ${say.seconds(longest)} at most.`,
    ),
    role_end: reason(
      { role: 'name', longest: 'seconds', latest: 'instant' },
      ({ role, longest, latest }, say) =>
        `A grant of the role ${role} may last ${say.seconds(longest)} at most, counted from its start: until ${say.instant(latest)}.`,
    ),
  },
  second_approver_needed: {
    role_needs_two: reason({ role: 'name' }, ({ role }) => `Two people must approve each grant of the role ${role}.`),
  },
  reason_needed: {
    role_needs_reason: reason({ role: 'name' }, ({ role }) => `Each grant of the role ${role} needs a reason.`),
  },
  may_not_grant: {
    not_administrator: reason({}, () => 'Only administrators of Licet may grant or revoke access to Licet itself.'),
    not_owner: reason(
      { application: 'application' },
      ({ application }, say) =>
        `Only the owners and the grant managers of ${say.application(application)} may grant or revoke access there.`,
    ),
    group_needs_second_factor: reason(
      { group: 'name' },
      ({ group }) =>
        `The sign-in rules require a second factor from members of ${group}. Only users who may change these rules may remove a member.`,
    ),
    user_has_licet: reason(
      { user: 'name' },
      ({ user }) => `${user} has access to Licet itself. Only administrators of Licet may do this.`,
    ),
    user_owns: reason(
      { user: 'name', application: 'application' },
      ({ user, application }, say) =>
        `${user} is an owner of ${say.application(application)}, where you may not grant or revoke access.`,
    ),
    user_decides: reason(
      { user: 'name', application: 'application' },
      ({ user, application }, say) =>
        `${user} decides on requests for ${say.application(application)}, where you may not grant or revoke access.`,
    ),
    user_reviews: reason(
      { user: 'name', application: 'application' },
      ({ user, application }, say) =>
        `${user} reviews access to ${say.application(application)}, where you may not grant or revoke access.`,
    ),
    user_reviews_group: reason(
      { user: 'name' },
      ({ user }) => `${user} reviews the members of a group. Only users who may manage groups may do this.`,
    ),
    user_has_access: reason(
      { user: 'name', application: 'application' },
      ({ user, application }, say) =>
        `${user} has access to ${say.application(application)}, now or later. Only users who may grant access there may change how ${user} signs in.`,
    ),
    program_renamed: reason({ program: 'name', application: 'application' }, ofProgram('rename it')),
    program_deleted: reason({ program: 'name', application: 'application' }, ofProgram('delete it')),
    program_key_added: reason({ program: 'name', application: 'application' }, ofProgram('give it a secret or a key')),
    program_name_used: reason(
      { program: 'name', application: 'application' },
      ({ program, application }, say) =>
        `Another client was called ${program} and had access to ${say.application(application)}. Only users who may grant access there may use this name again. Choose another name.`,
    ),
    hands_over_applications: reason(
      {},
      () =>
        'Only users who manage applications may hand over applications and roles. Leave these out, or ask one of these users.',
    ),
    hands_over_reviews: reason(
      {},
      () => 'Only users who manage reviews may hand over reviews. Leave the reviews out, or ask one of these users.',
    ),
    decides_nothing: reason({}, () => 'You decide on no requests, so there is nothing to delegate.'),
  },
  people_only: {
    about_a_user: reason({}, () => 'This call is about the signed-in user, and the token belongs to a program.'),
    separations: reason({}, () => 'Programs may not change separation rules.'),
    emergency_reviews: reason({}, () => 'Programs may not review emergency access.'),
    ways_to_sign_in: reason({ user: 'name' }, ({ user }) => `Programs may not change how ${user} signs in.`),
  },
} as const;
