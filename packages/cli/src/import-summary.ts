import type { ImportLine } from '@licet/contract';

export type ImportReport = Extract<ImportLine, { report: unknown }>['report'];

/** The result of an import, in words, and what new users still need before they can sign in. */
export function summaryOf({ created, lines, unchanged, dryRun, change }: ImportReport): string {
  const counts = [
    [created.users, 'user', 'users'],
    [created.permissions, 'permission', 'permissions'],
    [created.roles, 'role', 'roles'],
    [created.rolePermissions, 'permission of roles', 'permissions of roles'],
    [created.grants, 'grant', 'grants'],
  ] as const;
  const made = counts.filter(([count]) => count > 0).map(([count, one, other]) => counted(count, one, other));
  const done = `${dryRun ? 'Would create' : 'Created'} ${made.join(', ') || 'nothing'}.`;
  const read = `${counted(lines, 'line', 'lines')} read, ${formatted(unchanged)} unchanged.`;
  const recorded = change === null ? '' : ` Change ${change}.`;
  return `${done} ${read}${recorded}${dryRun ? '' : passwords(created.users)}`;
}

function passwords(users: number): string {
  if (users === 0) return '';
  const whose = users === 1 ? 'The new user has no password yet' : 'The new users have no passwords yet';
  return `\n${whose}: in the console, under Users, “Make set-password link” gives each the way to their own (POST /api/v1/users/ID/password-link for many).`;
}

const counted = (count: number, one: string, other: string) => `${formatted(count)} ${count === 1 ? one : other}`;

const formatted = (count: number) => count.toLocaleString('en');
