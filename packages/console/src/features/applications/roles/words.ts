import { formatNumber } from '../../../ui/format.ts';
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
  fewest: 'Fewest roles',
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

catalogue('applications.roles', { words, roleWords, formWords, checklistWords, deleteWords, policyWords });
