import { formatList, formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

const permissions = (count: number) => (count === 1 ? '1 permission' : `${formatNumber(count)} permissions`);
const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);
const programs = (count: number) => (count === 1 ? '1 program' : `${formatNumber(count)} programs`);

export const words = {
  role: 'Role',
  newRole: 'New role',
  name: 'Name',
  title: 'Title',
  permissions: 'Permissions',
  includes: 'Includes',
  heldBy: 'Held by',
  none: '–',
  all: 'all',
  search: 'Role or permission',
  fewest: 'Suggest fewer roles',
  searchNote: 'Roles by name, or by their permissions',
  table: (application: string) => `Roles of ${application}`,
  noneFits: (q: string) => `No role is called “${q}” or includes it`,
  noneFitsText: 'Shorten the name of the role or the permission that you search for.',
  empty: 'Only admin so far',
  emptyText:
    'A role is a named set of permissions. Create one for each kind of work, and grant it to people or groups.',
  andMore: (count: number) => `and ${count}`,
  overlap: 'Overlap',
  allIn: 'All in {role}',
  alsoIn: (shared: number, own: number): string => `${formatNumber(shared)} of ${formatNumber(own)} also in {role}`,
  used: (days: number) => `Holders using it, ${formatNumber(days)} days`,
  usedUnit: (days: number) => `of holders used it in ${formatNumber(days)} days`,
  notMeasured: 'Not measured',
  compare: 'Compare',
  compareTwo: 'Compare two roles…',
  alsoPrograms: (count: number) => `and ${programs(count)}`,
  unit: (holders: number): string => (holders === 1 ? 'person' : 'people'),
};

export const roleWords = {
  edit: 'Edit role',
  delete: 'Delete role…',
  grant: 'Grant this role',
  admin: 'admin permits everything.',
  adminText: (application: string) =>
    `Its holders have every permission of ${application}, even those that are not in the catalogue yet. It cannot be changed or deleted; grant it rarely, and with an end.`,
  brings: 'Permissions',
  permissions,
  bringsNothing: 'Nothing yet. Edit the role to add permissions or to include other roles.',
  own: 'Its own',
  byIncluding: 'Through {roles}',
  more: 'Show more',
  shown: (shown: string, all: string) => `${shown} of ${all}`,
  people,
  heldBy: (held: { holders: number; programs: number }) =>
    held.programs === 0 ? people(held.holders) : `${people(held.holders)}, ${programs(held.programs)}`,
  allGrants: 'All',
  nobody: 'Nobody holds it.',
  notItself: 'Not granted directly, only through roles that include it.',
};

export const formWords = {
  make: 'Create role',
  made: (name: string) => `The role ${name} is created.`,
  editTitle: (name: string) => `Edit ${name}`,
  save: 'Save role',
  saved: (name: string) => `The role ${name} is saved.`,
  theRole: (name: string) => `the role ${name}`,
  nameHint: 'A short name, such as approver. Your code checks permissions, not roles.',
  titleHint: 'What it is for: “Approves and refunds”.',
  includesPlaceholder: 'Add a role',
  includesHint: 'Includes every permission of these roles, now and later.',
  ownPermissions: (count: number) => `${permissions(count)} of its own`,
};

export const checklistWords = {
  find: 'Find permissions',
  which: 'Which to show',
  all: 'All',
  ticked: 'Selected',
  count: (count: number) => `${permissions(count)} selected`,
  untickAll: 'Clear all',
  tickAll: 'Select all',
  tickThese: (count: string) => `Select these ${count}`,
  nothingTicked: 'Nothing is selected yet.',
  noneOfTicked: 'No selected permission matches.',
  loading: 'Loading the catalogue',
  emptyCatalogue: 'The catalogue is empty. Add permissions first.',
  noneFits: (q: string) => `No permission has “${q}” in it.`,
};

export const deleteWords = {
  title: (role: string) => `Delete the role ${role}?`,
  action: 'Delete role',
  text: 'It ends at once for everybody. Its name can be used again.',
  done: (role: string) => `The role ${role} is deleted.`,
  grants: (count: string, total: number) => (total === 1 ? '1 of its grants ends' : `${count} of its grants end`),
  including: (count: number) =>
    count === 1 ? '1 role no longer includes it' : `${formatNumber(count)} roles no longer include it`,
};

export const policyWords = {
  title: 'Role policy',
  change: 'Change',
  editTitle: (role: string) => `Policy of ${role}`,
  of: (role: string) => `the policy of ${role}`,
  lead: 'It applies to grants from now on. Earlier grants stay.',
  save: 'Save',
  saved: (role: string) => `The policy of ${role} is saved.`,
  labels: {
    longestSeconds: 'Maximum duration',
    reasonNeeded: 'Reason',
    requestable: 'Requests',
    approval: 'Who decides on requests',
    secondApprover: 'Direct grants',
    breakGlass: 'In an emergency',
  },
  noLimit: 'No limit',
  longestHint: 'Applies to direct grants, requests and imports.',
  needed: 'Required',
  notNeeded: 'Not required',
  reasonBox: 'A direct grant requires a reason',
  mayAsk: 'People may request it',
  mayNotAsk: 'Nobody may request it',
  requestableBox: 'People may request it',
  one: 'By anyone who may grant',
  two: 'Two must agree',
  secondBox: 'Require a second approver',
  secondHint: 'One user proposes the grant, and another one approves it.',
  owners: (count: number) => (count === 1 ? 'an owner' : `${count} owners`),
  named: (count: number, names: string) => (count === 1 ? `one of ${names}` : `${count} of ${names}`),
  nextStep: 'then',
  step: (place: number) => `Step ${place}`,
  addStep: 'Add a step',
  removeStep: (place: number) => `Remove step ${place}`,
  whoDecides: 'Who decides',
  byOwners: 'The owners',
  byNamed: 'People and groups',
  approvers: (place: number) => `Who approves in step ${place}`,
  findPeople: 'Find a person or a group',
  howMany: 'How many must approve',
  ofThem: (count: number) => (count === 1 ? 'one of them' : `${count} of them`),
  nobody: 'No emergency access',
  nobodyLeft: 'nobody (deleted)',
  emergency: (names: string, length: string) => `${names} may take it, for ${length}`,
  emergencyBox: 'Allow emergency access',
  emergencyHint:
    'Without a request, with a reason, and after a recent sign-in. The owners see it immediately, and somebody else reviews it.',
  whoTakes: 'Who may take it',
  howLong: 'For how long',
};

export const treeWords = {
  label: 'Permissions',
  count: (ticked: string, all: string) => `${ticked} of ${all}`,
  from: (roles: string) => `from ${roles}`,
  added: 'new',
  removed: 'removed',
  never: 'Never',
  used: (used: number, holders: number) => `used by ${formatNumber(used)} of ${formatNumber(holders)}`,
};

export const pasteWords = {
  open: 'Paste…',
  title: 'Paste permissions',
  label: 'Names of permissions',
  hint: 'One on each line, or separated by commas. “invoices.*” stands for all that begin with “invoices.”.',
  known: (found: number, fresh: number) =>
    found === fresh
      ? `${permissions(found)} found.`
      : `${permissions(found)} found, ${formatNumber(found - fresh)} already in the role.`,
  unknown: (count: number) =>
    count === 1 ? '1 name is not in the catalogue:' : `${formatNumber(count)} names are not in the catalogue:`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  add: (count: number) => (count === 0 ? 'Add permissions' : `Add ${permissions(count)}`),
  nothing: 'No new permission is named yet.',
  cancel: 'Cancel',
};

export const pageWords = {
  roles: 'Roles',
  open: 'Open role',
  more: 'More',
  compare: 'Compare…',
  details: 'Name and included roles',
  policy: 'Role policy',
  search: (count: number) => `Search ${permissions(count)}`,
  which: 'Which to show',
  all: 'All',
  inRole: 'In the role',
  unused: 'Unused',
  permission: 'Permission',
  usedBy: (holders: number) => `Used by, of ${formatNumber(holders)}`,
  from: 'From',
  empty: 'The catalogue is empty. Add permissions first.',
  noneFits: 'No permission matches.',
  use: 'Use',
  days: (days: number) => `${formatNumber(days)} days`,
  usedOf: (used: number, holders: number, role: string, days: number): string =>
    holders === 1
      ? `${used === 1 ? 'Its only holder' : 'Not even its only holder'} used ${role} in the last ${formatNumber(days)} days.`
      : `${formatNumber(used)} of ${formatNumber(holders)} holders used ${role} in the last ${formatNumber(days)} days.`,
  notMeasured: (application: string, days: number) =>
    `Unknown: ${application} has not reported use for ${formatNumber(days)} days yet.`,
  nobody: 'Nobody holds it.',
  overlap: 'Overlap',
  noOverlap: 'No other role has permissions of this one.',
  inBoth: (shared: number) => `${formatNumber(shared)} in both`,
  includedIn: (role: string) => `included in ${role}`,
  includes: (role: string) => `includes ${role}`,
  onlyIn: (count: number, role: string) => `${formatNumber(count)} only in ${role}`,
  compareWith: (role: string) => `Compare with ${role}`,
  compareLink: 'Compare',
  only: (role: string) => `Only ${role}`,
  both: 'In both',
  other: 'Only the other',
  notUsed: 'Not measured',
};

export const barWords = {
  region: 'Unsaved changes',
  sums: (added: number, removed: number) =>
    `${formatList([...(added > 0 ? [`${permissions(added)} added`] : []), ...(removed > 0 ? [`${permissions(removed)} removed`] : [])])}.`,
  asking: 'Computing the effects',
  effects: 'Show the effects',
  hide: 'Hide the effects',
  discard: 'Discard',
  apply: 'Apply',
  applyTo: (count: number) => `Apply to ${people(count)}`,
};

export const compareWords = {
  two: 'Compare two roles',
  first: 'Role',
  second: 'Compare with the role',
  chooseTwo: 'Choose two roles.',
  compare: 'Compare',
  cancel: 'Cancel',
  title: (one: string, other: string) => `Compare ${one} and ${other}`,
  choose: 'Compare with',
  placeholder: 'Another role',
  close: 'End the comparison',
  swap: 'Swap',
  missing: 'The other role no longer exists.',
  same: 'Both roles have the same permissions.',
  holders: 'Holders',
  used: 'Used',
  onlyIn: 'Only in {role}',
  both: 'In both',
  through: (roles: string) => `through ${roles}`,
  more: 'Show more',
  shown: (shown: string, all: string) => `${shown} of ${all}`,
  none: 'None',
  instead: 'With {other} instead of {role}: {change}.',
  change: (more: number, fewer: number) =>
    more + fewer === 0
      ? 'the same permissions'
      : formatList([
          ...(more > 0 ? [`${permissions(more)} more`] : []),
          ...(fewer > 0 ? [`${permissions(fewer)} fewer`] : []),
        ]),
  merge: (role: string, other: string) => `Replace ${role} with ${other}…`,
  fewest: 'Suggest fewer roles',
};

export const mergeWords = {
  title: (role: string, other: string) => `Replace ${role} with ${other}?`,
  text: (role: string, other: string) =>
    `Every grant of ${role} becomes a grant of ${other} with the same end. Roles that include ${role} include ${other} instead. Then ${role} is deleted.`,
  action: 'Replace role',
  done: (role: string, other: string) => `${other} replaces the role ${role}.`,
  undone: (role: string) => `The role ${role} is back.`,
  reason: (role: string, other: string) => `${other} replaces ${role}`,
  waits: 'Wait until the effects are known.',
};

catalogue('applications.roles', {
  words,
  roleWords,
  formWords,
  checklistWords,
  deleteWords,
  policyWords,
  treeWords,
  pasteWords,
  pageWords,
  barWords,
  compareWords,
  mergeWords,
});
