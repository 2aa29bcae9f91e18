import { formatNumber, plural } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  rows: 'Rows',
  people: 'People',
  roles: 'Roles',
  searchPeople: 'Name or e-mail',
  searchRoles: 'Name of a role',
  searchPermissions: 'Permissions',
  group: 'Group',
  findGroup: 'Find a group',
  noGroups: 'No group is called that.',
  role: 'Role',
  findRole: 'Find a role',
  noRoles: 'No role is called that.',
  neverUsed: 'Only never used',
  yes: 'yes',
  order: 'Order',
  ordered: (rows: string, columns: string) =>
    `Order: rows ${rows.toLocaleLowerCase()}, permissions ${columns.toLocaleLowerCase()}`,
  orderOf: { people: 'The people', roles: 'The roles', columns: 'The permissions' },
  byName: 'By name',
  byMost: 'Most first',
  byLikeness: 'Similar together',
  ofPeople: (application: string) => `People and permissions of ${application}`,
  ofRoles: (application: string) => `Roles and permissions of ${application}`,
  legend: 'Legend',
  states: {
    none: 'not permitted',
    yes: 'Permitted',
    idle: 'Permitted, never used',
    ending: 'Ends within a week',
    own: 'Its own permission',
    weak: 'Through an included role',
    added: 'Will be added',
    taken: 'Will be removed',
  },
  cell: (row: string, column: string, state: string) => `${row}, ${column}: ${state}`,
  counts: (rows: string, columns: string) => `${rows}, ${columns}`,
  countPeople: (people: number, of: string) =>
    of === ''
      ? plural(people, { one: '1 person', other: `${formatNumber(people)} people` })
      : `${formatNumber(people)} of ${of} people`,
  countRoles: (roles: number) => plural(roles, { one: '1 role', other: `${formatNumber(roles)} roles` }),
  countPermissions: (permissions: number) =>
    plural(permissions, { one: '1 permission', other: `${formatNumber(permissions)} permissions` }),
  move: 'move',
  space: 'Space',
  why: 'why',
  change: 'change',
  previous: 'Previous people',
  next: 'More people',
  nobody: 'Nobody has access here',
  nobodyText: 'Grant a role to somebody; they are then listed here with what they may do.',
  noPermissions: 'No permissions yet',
  noPermissionsText:
    'A matrix has roles or people in its rows and permissions in its columns. Add the permissions first.',
  noneFits: 'No matches',
  noneFitsText: 'No row or permission matches the search and the filters.',
  showAll: 'Show all',
  planned: (cells: number, roles: number) =>
    `${plural(cells, { one: '1 change', other: `${formatNumber(cells)} changes` })} in ${plural(roles, { one: '1 role', other: `${formatNumber(roles)} roles` })}`,
  discard: 'Discard',
  toDraft: 'Add to the draft',
  draftTitle: (role: string) => `Change the permissions of ${role}`,
  added: (lines: number) =>
    plural(lines, { one: 'The draft has 1 change now.', other: `The draft has ${formatNumber(lines)} changes now.` }),
  show: 'Show',
};

/** Texts of the panel for one cell. */
export const whyWords = {
  title: 'Why',
  permitted: 'Permitted',
  refused: 'Not permitted',
  may: '{who} may {permission} in {app}.',
  mayNot: '{who} may not {permission} in {app}.',
  brings: '{role} includes {permission}.',
  bringsNot: '{role} does not include {permission}.',
  byPath: 'Through this path',
  byPaths: (paths: number) => `Through ${formatNumber(paths)} paths`,
  others: (paths: number) => plural(paths, { one: 'One more path', other: `${formatNumber(paths)} more paths` }),
  suspended: 'Their account is suspended, so they have no access.',
  own: 'It is one of its own permissions.',
  included: 'Through a role that it includes:',
  admin: 'The role admin implies every permission.',
  ends: 'Ends',
  used: 'Used',
  usedYes: 'yes',
  usedNo: (since: string) => `not since ${since}, when the application began to report`,
  showGrant: 'Show the grant',
  whoElse: 'Who else?',
  explain: 'What would grant it?',
  showRole: 'Show the role',
  give: 'Add it to the role',
  take: 'Remove it from the role',
  undo: 'Leave it as it is',
  plannedGive: 'The draft adds it to the role.',
  plannedTake: 'The draft removes it from the role.',
  notHere: 'This cell is not on the current page of the matrix.',
};

catalogue('applications.matrix', { words, whyWords });
