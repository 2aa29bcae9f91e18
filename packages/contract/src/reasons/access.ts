import { reason } from './reason.ts';

/** Reasons why a call about access, a change of a role or an import is refused. */
export const accessReasons = {
  not_found: {
    party_unknown: reason(
      { party: 'name' },
      ({ party }) => `There is no user and no program “${party}”, or there was none at that time.`,
    ),
    role_never_known: reason({ role: 'name' }, ({ role }) => `No role has or ever had the id ${role}.`),
    import_applications_unknown: reason(
      { applications: 'names' },
      ({ applications }, say) =>
        `These applications do not exist yet: ${say.names(applications)}. With --create they are created.`,
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
        `The role ${role} of ${application} was not changed: it is built in, keeps its name, and has every permission whatever it lists. Only its title can be changed.`,
    ),
    built_in_role_deleted: reason(
      { role: 'name', application: 'name' },
      ({ role, application }) =>
        `The role ${role} of ${application} was not deleted: it is built in, and every application has it.`,
    ),
    licet_not_imported: reason({}, () => 'Access to Licet itself is not imported. Grant its roles one by one.'),
  },
  may_not_grant: {
    import_fills_roles: reason(
      { application: 'name' },
      ({ application }) => `The file fills roles that ${application} already has, and you may not grant access there.`,
    ),
  },
  forbidden: {
    differences_of_others: reason(
      {},
      () => 'This needs the permission access.read of Licet. Owners may ask about their application.',
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
      () => 'This access comes by too many roles to work out the ways to it. Revoke grants of roles that nobody needs.',
    ),
  },
  import_rejected: {
    import_breaks_off: reason({}, () => 'The import breaks off before its end.'),
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
        `This step needs ${say.count(needed)} approvals, and only ${say.count(named)} can come from the users named for it. Name more users, or ask for fewer approvals.`,
    ),
    directory_line_not_json: reason({}, () => 'The line is not JSON.'),
    directory_line_unknown: reason({}, () => 'The line is not one of an import.'),
    directory_line_after_end: reason({}, () => 'The line comes after the end.'),
    directory_line_repeated: reason({}, () => 'An earlier line already has the same.'),
    directory_email_repeated: reason({}, () => 'An earlier line already has this e-mail address.'),
    directory_admin_includes: reason({}, () => 'The role admin is built in and includes no other role.'),
    directory_line_licet: reason(
      {},
      () => 'Access to Licet itself does not come with an import. Grant its roles one by one.',
    ),
    directory_name_missing: reason(
      { kind: ['application', 'role', 'group'], name: 'name' },
      ({ kind, name }) => `No earlier line has the ${kind} “${name}”.`,
    ),
  },
} as const;
