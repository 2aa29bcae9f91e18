import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${formatNumber(count)} users`);
const are = (count: number) => (count === 1 ? `${users(count)} is` : `${users(count)} are`);
const have = (count: number) => (count === 1 ? `${users(count)} has` : `${users(count)} have`);

/** Texts of changes to many users. */
export const words = {
  bar: 'Selected users',
  grant: 'Grant…',
  revoke: 'Revoke…',
  group: 'Add to group…',
  suspend: 'Suspend…',
  invite: (count: number) => `Send invitations to ${formatNumber(count)}…`,
  links: (count: number) => `Links for ${formatNumber(count)}, as CSV…`,
  withdraw: (count: number) => `Withdraw ${formatNumber(count)} invitations…`,
  export: 'Export CSV',
  atMost: (most: number) => `Select at most ${formatNumber(most)} users who have no password yet.`,

  suspendTitle: (count: number) => `Suspend ${users(count)}?`,
  suspendText:
    'They are signed out and cannot sign in. Their grants and groups are kept, and apply again when they are reactivated. What they own and decide stays with them.',
  suspendDo: (count: number) => `Suspend ${users(count)}`,
  suspending: (count: number) => `Suspending ${users(count)}`,
  suspended: (count: number) => `${are(count)} suspended and signed out.`,
  reactivated: (count: number) => `${are(count)} reactivated.`,
  alreadySuspended: 'is already suspended.',
  allSuspended: 'All of them are already suspended.',

  groupTitle: (count: number) => `Add ${users(count)} to a group`,
  groupField: 'Group',
  groupPlaceholder: 'Choose a group',
  groupDo: (count: number) => `Add ${users(count)}`,
  grouping: (count: number, group: string) => `Adding ${users(count)} to ${group}`,
  grouped: (count: number, group: string) => `${are(count)} now in ${group}.`,
  ungrouped: (count: number, group: string) => `${are(count)} no longer in ${group}.`,
  alreadyIn: 'is already in the group.',
  allIn: 'All of them are already in the group.',

  grantTitle: (count: number) => `Grant access to ${users(count)}`,
  gives: 'Role or permission',
  givesPlaceholder: 'Choose a role or permission',
  reason: 'Reason',
  endMissing: 'Choose when it ends, or no end.',
  grantDo: (count: number) => `Grant to ${users(count)}`,
  granting: (count: number, gives: string) => `Granting ${gives} to ${users(count)}`,
  granted: (count: number, gives: string) => `${have(count)} ${gives}.`,
  ungranted: (count: number, gives: string) => `${gives} is revoked from ${users(count)}.`,

  revokeTitle: (count: number) => `Revoke access from ${users(count)}`,
  revokeText: 'Only direct grants are revoked. What comes from a group stays.',
  revokeDo: (count: number) => `Revoke ${count === 1 ? '1 grant' : `${formatNumber(count)} grants`}`,
  revoking: (count: number, gives: string) => `Revoking ${gives} from ${users(count)}`,
  revoked: (count: number, gives: string) => `${gives} is revoked from ${users(count)}.`,
  unrevoked: (count: number, gives: string) => `${have(count)} ${gives} again.`,
  reading: 'Looking for direct grants…',
  noGrants: 'None of them holds it directly.',
  tooManyGrants: 'It has too many direct grants to search here. Revoke them on the tab Grants of the application.',

  exporting: (count: number) => `Exporting ${users(count)}`,
  exported: (count: number) => `${are(count)} saved as a CSV file.`,
  file: 'users',
  username: 'Username',
  email: 'E-mail',
};

catalogue('users.bulk', { words });
