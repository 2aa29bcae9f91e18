import { catalogue } from '../../../ui/language.ts';

export const words = {
  permission: 'Permission',
  title: 'Title',
  people: 'People',
  times: 'Times',
  last: 'Last exercised',
  never: 'Never',
  none: '–',
  personUnit: (users: number): string => (users === 1 ? 'person' : 'people'),
  timeUnit: (count: number): string => (count === 1 ? 'time' : 'times'),
  search: 'Name or title',
  which: 'Which permissions',
  all: 'All',
  neverExercised: 'Never exercised',
  window: (days: number) => `The last ${days} days`,
  windowSince: (days: number, day: string) => `The last ${days} days; reported since ${day}`,
  table: (application: string) => `Usage of ${application}`,
  everyOne: 'Every permission was exercised',
  noneFits: 'No matching permissions',
  noneFitsText: 'Shorten the search.',
  nothing: 'No usage reported yet',
  nothingText:
    'An API that is guarded by {api} and has a client of the kind “service” reports which permissions people really exercise, about once a minute. This tab then shows which permissions are used and which never are.',
  unusedGrants: 'Granted, not used',
  searchGrants: 'Holder, role or permission',
  span: 'Not used for',
  forDays: (days: number) => `For ${days} days`,
  unusedTable: (application: string) => `Grants in ${application} that nobody used`,
  grantName: (holder: string, gives: string) => `${gives} of ${holder}`,
  to: 'To',
  gives: 'Role or permission',
  since: 'Since',
  takeAway: (count: number) => `Plan to revoke ${count}`,
  takeAwayTitle: (count: number, application: string, days: number) =>
    `Revoke ${count === 1 ? 'a grant' : `${count} grants`} in ${application} that nobody used for ${days} days`,
  nothingUnused: 'Every grant was used',
  nothingUnusedText: (days: number) =>
    `Every grant to people that is older than ${days} days was used in the last ${days} days.`,
  notSeen: (day: string, days: number) =>
    `Reports began on ${day}, so it is not yet known what nobody used for ${days} days. Choose a shorter time, or wait.`,
  shortSpan: (days: number, last: string) =>
    `${days} days is less than a quarter. Access that people need only once a quarter or once a year looks unused here. The last report is from ${last} (UTC).`,
  seenText: (days: number, last: string) =>
    `No holder of these grants used them for ${days} days. The last report is from ${last} (UTC). Grants to programs are not included.`,
  unusedInRoles: 'In roles, not used',
  role: 'Role',
  heldBy: 'Held by',
  searchInRoles: 'Role or permission',
  inRolesTable: (application: string) => `Permissions of roles in ${application} that nobody used`,
  pairName: (role: string, permission: string) => `${permission} of the role ${role}`,
  takeOut: (count: number) => `Plan to remove ${count}`,
  takeOutTitle: (count: number, role: string, days: number) =>
    `Remove ${count === 1 ? 'a permission' : `${count} permissions`} from ${role} that nobody used for ${days} days`,
  nothingInRoles: 'Every permission in roles was used',
  nothingInRolesText: (days: number) =>
    `Every permission that a role has had for ${days} days was used by one of the people who have held the role for that long.`,
  seenInRoles: (days: number, last: string) =>
    `No holder of these roles used these permissions for ${days} days. The last report is from ${last} (UTC). Roles that programs hold are not included.`,
  notFound: 'Nothing found',
  notFoundText: 'Nothing unused matches the search.',
  openIntegration: 'Open the integration',
};

catalogue('applications.usage', { words });
