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
  searchNote: 'Roles by name, or by what they bring',
  table: (application: string) => `Roles of ${application}`,
  noneFits: (q: string) => `No role is called “${q}” or brings it`,
  noneFitsText: 'Search for fewer letters of a role or of a permission.',
  empty: 'Only admin so far',
  emptyText: 'A role is a named set of permissions. Make one for each kind of work, and grant it to people or groups.',
  andMore: (count: number) => `and ${count}`,
  alsoPrograms: (count: number) => `and ${programs(count)}`,
  unit: (holders: number): string => (holders === 1 ? 'person' : 'people'),
};

/** Texts of one role. */
export const roleWords = {
  edit: 'Edit role',
  delete: 'Delete role…',
  grant: 'Grant this role',
  admin: 'admin permits everything, by the rule.',
  adminText: (application: string) =>
    `Its holders may do whatever ${application} asks for, also what is not in the catalogue yet. It cannot be changed or deleted; grant it rarely, and with an end.`,
  brings: 'Brings',
  permissions,
  bringsNothing: 'Nothing yet. Edit the role to give it permissions, or to include other roles.',
  own: 'Its own',
  byIncluding: 'By including {roles}',
  more: 'Show more',
  shown: (shown: string, all: string) => `${shown} of ${all}`,
  people,
  heldBy: (held: { holders: number; programs: number }) =>
    held.programs === 0 ? people(held.holders) : `${people(held.holders)}, ${programs(held.programs)}`,
  allGrants: 'All',
  nobody: 'Nobody holds it.',
  notItself: 'Granted to nobody itself; it comes with roles that include it.',
};

/** Texts of the form. */
export const formWords = {
  make: 'Make role',
  made: (name: string) => `The role ${name} is made.`,
  editTitle: (name: string) => `Edit ${name}`,
  save: 'Save role',
  saved: (name: string) => `The role ${name} is saved.`,
  theRole: (name: string) => `the role ${name}`,
  nameHint: 'A short name, such as approver. Your code checks permissions, not roles.',
  titleHint: 'What it is for: “Approves and refunds”.',
  includesPlaceholder: 'Add a role',
  includesHint: 'It brings everything that these roles bring, now and later.',
  ownPermissions: (count: number) => `${permissions(count)} of its own`,
};

/** Texts of the checklist of permissions. */
export const checklistWords = {
  find: 'Find permissions',
  which: 'Which to show',
  all: 'All',
  ticked: 'Ticked',
  count: (count: number) => `${permissions(count)} ticked`,
  untickAll: 'Untick all',
  tickAll: 'Tick all',
  tickThese: (count: string) => `Tick these ${count}`,
  nothingTicked: 'Nothing is ticked yet.',
  noneOfTicked: 'None of the ticked ones fits.',
  loading: 'Loading the catalogue',
  emptyCatalogue: 'The catalogue is empty. Add permissions first.',
  noneFits: (q: string) => `No permission has “${q}” in it.`,
};

/** Texts of deleting a role. */
export const deleteWords = {
  title: (role: string) => `Delete the role ${role}?`,
  action: 'Delete role',
  text: 'It ends at once for everybody. Its name can be used again.',
  done: (role: string) => `The role ${role} is deleted.`,
  grants: (count: string, total: number) => (total === 1 ? '1 grant of it ends' : `${count} grants of it end`),
  including: (count: number) =>
    count === 1 ? '1 role no longer includes it' : `${formatNumber(count)} roles no longer include it`,
};

export const policyWords = {
  title: 'How it is given',
  change: 'Change',
  editTitle: (role: string) => `How ${role} is given`,
  of: (role: string) => `how ${role} is given`,
  lead: 'It applies to grants from now on. Earlier grants stay.',
  save: 'Save',
  saved: (role: string) => `How ${role} is given is saved.`,
  labels: {
    longestSeconds: 'At most for',
    reasonNeeded: 'Reason',
    requestable: 'Asking',
    approval: 'Who decides on requests',
    secondApprover: 'Given by hand',
    breakGlass: 'In an emergency',
  },
  noLimit: 'No limit',
  longestHint: 'A grant by hand, a request and an import all keep to it.',
  needed: 'Needed',
  notNeeded: 'Not needed',
  reasonBox: 'A grant by hand needs a reason',
  mayAsk: 'People may ask for it',
  mayNotAsk: 'Nobody may ask for it',
  requestableBox: 'People may ask for it',
  one: 'By anyone who may grant',
  two: 'Two must agree',
  secondBox: 'Nobody gives it alone',
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
  nobody: 'Nobody takes it at once',
  nobodyLeft: 'nobody any more',
  emergency: (names: string, length: string) => `${names} may take it at once, for ${length}`,
  emergencyBox: 'Some may take it at once',
  emergencyHint:
    'Without a request, with a reason, and after a recent sign-in. The owners see it at once, and somebody else reviews it.',
  whoTakes: 'Who may take it',
  howLong: 'For how long',
};

catalogue('applications.roles', { words, roleWords, formWords, checklistWords, deleteWords, policyWords });
