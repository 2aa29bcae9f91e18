import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

/** Texts of the figures. */
export const figureWords = {
  label: 'In figures',
  none: '–',
  people: 'People',
  thanAWeekAgo: (more: number): string => {
    if (more === 0) return 'as many as a week ago';
    return more > 0 ? `${formatNumber(more)} more than a week ago` : `${formatNumber(-more)} fewer than a week ago`;
  },
  waiting: 'Waiting',
  waitingFor: (requests: number, reviews: number): string => {
    const asked = requests === 1 ? '1 request' : `${formatNumber(requests)} requests`;
    const open = reviews === 1 ? '1 review' : `${formatNumber(reviews)} reviews`;
    if (requests + reviews === 0) return 'nothing for you';
    return requests === 0 ? open : reviews === 0 ? asked : `${asked}, ${open}`;
  },
  endsIn: (days: number) => `Ends in ${days} days`,
  next: 'next {when}',
  nothing: 'nothing',
  unused: 'Unused access',
  notUsedIn: (days: number) => `grants not used in ${days} days`,
  notMeasured: 'not measured yet',
  administrators: 'Administrators',
  more: (count: number) => (count === 1 ? '1 more' : `${formatNumber(count)} more`),
};

/** Texts of the requests that wait. */
export const waitingWords = {
  title: 'Waiting',
  all: 'All',
  nothing: 'Nothing is waiting for you.',
  asks: '{who} asks {what}',
  review: (name: string) => `Review ${name}`,
  decided: (decided: number, all: number) => `${formatNumber(decided)} of ${formatNumber(all)} decided`,
  due: 'due',
};

/** Texts of the use of each role. */
export const roleUseWords = {
  title: 'Use per role',
  days: (days: number) => `${days} days`,
  all: 'Unused in roles',
  usedOf: (used: number, permissions: number) => `${formatNumber(used)} of ${formatNumber(permissions)} used`,
  notMeasured: (application: string, days: number) =>
    `Not measured yet. ${application} has to report use for ${days} days first.`,
  tooMany: (most: number) => `More than ${formatNumber(most)} permissions of roles are unused.`,
  noRoles: 'No roles with permissions yet.',
};

/** Texts of the next steps. */
export const stepWords = {
  title: 'What to do next',
  permissions: 'Name what the application lets people do',
  permissionsWhy: 'Its permissions, such as invoices.refund. Type them, or import a file.',
  permissionsDo: 'New permission',
  roles: 'Create a role',
  rolesWhy: 'A role is a named set of permissions, so that people need one grant and not many.',
  rolesDo: 'New role',
  grants: 'Grant a role to somebody',
  grantsWhy: 'To a person or a group, for a while or without end.',
  grantsDo: 'Grant access',
  clients: 'Register a client',
  clientsWhy: 'The program that signs people in: its addresses, and a secret when it runs on a server.',
  clientsDo: 'Register client',
  owners: 'Name an owner',
  ownersWhy: 'Owners manage this application and nothing else.',
  ownersDo: 'Add owner',
};

export const ownerWords = {
  title: 'Owners',
  add: 'Add owner',
  nobody: 'Nobody yet. Owners manage this application and nothing else.',
  since: 'added {when}',
  more: (name: string) => `For ${name}`,
  remove: 'Remove…',
  newOwner: 'New owner',
  placeholder: 'Name, username or e-mail',
  cancel: 'Cancel',
  added: (name: string, application: string) => `${name} owns ${application}.`,
  removeTitle: (name: string) => `Remove ${name} as an owner?`,
  removeAction: 'Remove owner',
  removed: (name: string, application: string) => `${name} no longer owns ${application}.`,
  removeText: (name: string, application: string) =>
    `${name} can no longer manage ${application}, but keeps the access granted there.`,
  removeLast: (name: string, application: string) =>
    `${name} can no longer manage ${application}, which then has no owner. ${name} keeps the access granted there.`,
};

catalogue('applications.overview', { figureWords, waitingWords, roleUseWords, stepWords, ownerWords });
