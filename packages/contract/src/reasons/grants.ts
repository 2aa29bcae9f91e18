import { reason, type Sentence } from './reason.ts';

const ofProgram =
  (what: string): Sentence<{ program: 'name'; application: 'application' }> =>
  ({ program, application }, say) =>
    `${program} has access to ${say.application(application)}, now or later. Only users who may grant access there may ${what}.`;

/** Reasons why a grant or a membership is refused, and why a caller may not grant or revoke access. */
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
        `${user} has access to ${say.application(application)}, now or later. Only users who may grant access there, or have the permission credentials.reset, may change how ${user} signs in.`,
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
    decides_nothing: reason({}, () => 'You do not decide on any requests, so there is nothing to delegate.'),
  },
  people_only: {
    about_a_user: reason({}, () => 'Only a signed-in user may make this call. The token belongs to a program.'),
    separations: reason({}, () => 'Programs may not change separation rules.'),
    emergency_reviews: reason({}, () => 'Programs may not review emergency access.'),
    ways_to_sign_in: reason({ user: 'name' }, ({ user }) => `Programs may not change how ${user} signs in.`),
  },
  not_found: {
    grant_unknown: reason(
      { application: 'name', id: 'name' },
      ({ application, id }) => `${application} has no grant with the id ${id}.`,
    ),
    member_unknown: reason(
      { member: 'name', group: 'name' },
      ({ member, group }) => `${member} is not a direct member of ${group}.`,
    ),
  },
  wrong_state: {
    grant_ended: reason(
      { gives: 'name', principal: 'name', state: ['expired', 'revoked'] },
      ({ gives, principal, state }) =>
        `The grant of ${gives} to ${principal} ${state === 'expired' ? 'has expired' : 'was revoked'}.`,
    ),
    program_as_member: reason(
      { program: 'name' },
      ({ program }) =>
        `${program} is a program, and only users and groups can be members of a group. Grant access to the program directly.`,
    ),
  },
  field: {
    grant_at_most: reason({ longest: 'seconds' }, ({ longest }, say) => `Choose ${say.seconds(longest)} at most.`),
    grant_until: reason(
      { latest: 'instant' },
      ({ latest }, say) => `The latest possible end is ${say.instant(latest)}.`,
    ),
    grant_reason_missing: reason({}, () => 'Enter a reason. The audit log records it, and reviewers read it.'),
    principal_of_kind: reason(
      { principal: 'name', kind: ['user', 'group', 'client'] },
      ({ principal, kind }) => `${principal} is a ${kind === 'client' ? 'program' : kind}.`,
    ),
    given_unknown: reason(
      { application: 'name', kind: ['role', 'permission'], id: 'name' },
      ({ application, kind, id }) => `${application} has no ${kind} with the id ${id}.`,
    ),
    grant_states: reason(
      { states: 'names' },
      ({ states }, say) => `Use one or more of these states, separated by commas: ${say.names(states)}.`,
    ),
  },
} as const;

/** Reasons why a call about access, a change of a role or an import is refused. */
export const accessReasons = {
  not_found: {
    party_unknown: reason(
      { party: 'name' },
      ({ party }) => `There is no user and no program “${party}”, or there was none at that time.`,
    ),
    role_never_known: reason({ role: 'name' }, ({ role }) => `No role has, or ever had, the id ${role}.`),
    import_applications_unknown: reason(
      { applications: 'names' },
      ({ applications }, say) =>
        `These applications do not exist yet: ${say.names(applications)}. Add --create to create them.`,
    ),
  },
  name_taken: {
    admin_role_exists: reason(
      { application: 'name', role: 'name' },
      ({ application, role }) => `${application} already has the built-in role ${role}.`,
    ),
  },
  built_in: {
    built_in_role_changed: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) =>
        `The role ${role} of ${application} was not changed. It is built in: it keeps its name and always has every permission. Only its title can be changed.`,
    ),
    built_in_role_deleted: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) =>
        `The role ${role} of ${application} was not deleted: it is built in, and every application has it.`,
    ),
    licet_not_imported: reason({}, () => 'Access to Licet itself cannot be imported. Grant its roles one by one.'),
  },
  may_not_grant: {
    import_fills_roles: reason(
      { application: 'name' },
      ({ application }) =>
        `The file adds permissions to existing roles of ${application}, and you may not grant access there.`,
    ),
  },
  forbidden: {
    differences_of_others: reason(
      {},
      () => 'This needs the permission access.read of Licet. Owners of an application may compare its access.',
    ),
    import_creates_users: reason({ count: 'count' }, ({ count }, say) =>
      count === 1
        ? 'The file names one user who does not exist, and you may not create users.'
        : `The file names ${say.count(count)} users who do not exist, and you may not create users.`,
    ),
  },
  too_large: {
    paths_too_many: reason(
      {},
      () =>
        'Too many roles lead to this access, so the paths cannot be listed. Revoke grants of roles that nobody needs.',
    ),
  },
  import_rejected: {
    import_breaks_off: reason({}, () => 'The import ended before its last line arrived.'),
  },
  field: {
    one_subject_needed: reason({}, () => 'Name exactly one of “user”, “role”, “group” and “application”.'),
    role_content_unknown: reason(
      { application: 'name', kind: ['permission', 'role'], id: 'name' },
      ({ application, kind, id }) => `${application} has no ${kind} with the id ${id}.`,
    ),
    approver_unknown: reason(
      { kind: ['user', 'group'], id: 'name' },
      ({ kind, id }) => `There is no ${kind} with the id ${id}.`,
    ),
    approvers_too_few: reason(
      { needed: 'count', named: 'count' },
      ({ needed, named }, say) =>
        `This step needs ${say.count(needed)} approvals, but the users named for it can give only ${say.count(named)}. Name more users, or require fewer approvals.`,
    ),
    directory_line_not_json: reason({}, () => 'The line is not JSON.'),
    directory_line_unknown: reason({}, () => 'This is not a line of an import.'),
    directory_line_after_end: reason({}, () => 'The line comes after the end of the import.'),
    directory_line_repeated: reason({}, () => 'An earlier line already contains the same.'),
    directory_email_repeated: reason({}, () => 'An earlier line already has this e-mail address.'),
    directory_admin_includes: reason({}, () => 'The role admin is built in and includes no other role.'),
    directory_line_licet: reason({}, () => 'Access to Licet itself cannot be imported. Grant its roles one by one.'),
    directory_name_missing: reason(
      { kind: ['application', 'role', 'group'], name: 'name' },
      ({ kind, name }) => `No earlier line has the ${kind} “${name}”.`,
    ),
  },
} as const;
