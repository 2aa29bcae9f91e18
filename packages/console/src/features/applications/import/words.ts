import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);
const roles = (count: number) => (count === 1 ? '1 role' : `${formatNumber(count)} roles`);

export const words = {
  title: (application: string) => `Import into ${application}`,
  looking: 'Checking what would change',
  importing: 'Importing',
  cancel: 'Cancel',
  cancelImport: 'Cancel the import',
  check: 'Check the file',
  nothingYet: 'Choose a file, or paste its content.',
  close: 'Close',
  backToFile: 'Back to the file',
  back: 'Back',
  importLines: (count: number) => `Import ${lines(count)}`,
  importRoles: (count: number) => `Import ${roles(count)}`,
  done: 'Done',
  sending: 'Sending the file',
  phases: {
    reading: (done: string) => `Reading ${done}`,
    checking: (done: string) => `Checking ${done}`,
    writing: (done: string) => `Writing ${done}`,
  },
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  stopped: 'The server stopped before it reported the result. Reload the page to see the current state.',
};

/** Texts for the choice of a file. */
export const sourceWords = {
  file: 'File',
  fileToImport: 'File to import',
  choose: 'Choose a file',
  orDrop: 'or drop it here, or paste its content below. TSV, CSV or JSON.',
  tooLarge: (file: string, megabytes: string) => `${file} is larger than ${megabytes} MB. Import it in parts.`,
  content: 'Content',
  clear: 'Clear',
  pasted: (count: number) => `Pasted: ${lines(count)}.`,
  pastedLong: (count: number) => `Pasted: ${lines(count)}, the first ones are shown.`,
  named: (file: string, count: number) => `${file}: ${lines(count)}.`,
  namedLong: (file: string, count: number) => `${file}: ${lines(count)}, the first ones are shown.`,
  holds: 'Content type',
  kinds: { permissions: 'User + permission', roles: 'User + role', catalogue: 'Roles (JSON)' },
  notes: {
    permissions: 'Each line has a user and a permission, separated by a tab or a comma. Missing ones are created.',
    roles: 'Each line has a user and a role, separated by a tab or a comma. Missing ones are created.',
    catalogue: 'JSON: [{ "name": "approver", "title": "Approves", "permissions": ["invoices.approve"] }]',
  },
  likeJson: 'It starts like JSON.',
  saysRole: 'Its first line says “role”.',
  saysPermission: 'Its first line says “permission”.',
  namesRoles: 'Its second column contains role names.',
  pairs: 'It contains pairs, and its second column contains no role of this application.',
};

/** Texts of an import's effects and result. */
export const reportWords = {
  pasted: (catalogue: boolean, count: number) =>
    `What you pasted has ${catalogue ? roles(count) : lines(count)}, all of them valid. Everything is imported, or nothing.`,
  named: (file: string, catalogue: boolean, count: number) =>
    `${file} has ${catalogue ? roles(count) : lines(count)}, all of them valid. Everything is imported, or nothing.`,
  nothing: 'Nothing would change.',
  nothingText: 'All of it already exists.',
  unchanged: (count: number) =>
    count === 1 ? '1 already exists and stays unchanged.' : `${formatNumber(count)} already exist and stay unchanged.`,
  new: 'new',
  made: 'created',
  users: (count: number) => (count === 1 ? '1 user' : `${formatNumber(count)} users`),
  permissions: (count: number) => (count === 1 ? '1 permission' : `${formatNumber(count)} permissions`),
  roles,
  rolePermissions: (count: number) =>
    count === 1 ? '1 permission of a role' : `${formatNumber(count)} permissions of roles`,
  grants: (count: number) => (count === 1 ? '1 grant' : `${formatNumber(count)} grants`),
  notes: {
    users: 'without a password: they set one with a one-time link',
    permissions: 'in the catalogue',
    roles: '',
    rolePermissions: '',
    grants: 'from now on, without end',
  },
  imported: (count: number) => `${lines(count)} imported.`,
  wereThere: (count: number) => `${formatNumber(count)} already existed.`,
  change: 'Change',
  noChange: 'None was needed',
  inAudit: (change: string) => `${change} in the audit log`,
  digest: 'Digest',
  inviteThem: (count: number) =>
    count === 1
      ? 'Invite the new user, or create a link'
      : `Invite the ${formatNumber(count)} new users, or create links for them`,
  see: 'See {links}',
  tabs: { permissions: 'Permissions', roles: 'Roles', grants: 'Grants' },
  correct: 'Correct these lines and check the file again.',
  badLines: 'Lines with errors',
  line: (line: string) => `Line ${line}`,
  role: (role: string) => `Role ${role}`,
};

catalogue('applications.import', { words, sourceWords, reportWords });
