import type { DirectoryReport } from '@licet/contract';
import type { Flags } from '../command.ts';
import { counted, printableName, printedCommand } from '../terminal.ts';
import { namesShown, type Plan } from './plan.ts';

/** Returns the summary of an import or of its dry run: the numbers, and what is renamed or omitted. */
export function directorySummary(report: DirectoryReport, plan: Plan, file: string, reached: Flags = {}): string {
  const { users, groups, roles, applications, inclusions, memberships, grants } = report;
  const left = [...plan.leftOut].map(([why, noted]) => ({ why, ...noted }));
  const renamed = plan.renamed.map(({ what, from, to }) => `  ${what} “${printableName(from)}”: “${to}”`);
  const unsaid = plan.renamedCount - plan.renamed.length;
  return [
    report.dryRun
      ? `Plan for ${file}; nothing was changed.`
      : `Imported ${file}${report.change === null ? '' : `: change ${report.change}`}.`,
    `Users: ${both(users)}. Of the new users, ${counted(report.withPassword, 'has', 'have')} their password, ${counted(report.withTotp, 'has', 'have')} their authenticator app, ${counted(report.suspended, 'is', 'are')} suspended, ${counted(report.invited, 'has', 'have')} no password.`,
    `Groups: ${both(groups)}; memberships: ${both(memberships)}.`,
    ...(applications.made + applications.there === 0
      ? []
      : [
          `Roles: ${both(roles)}, in ${formatted(applications.made)} new and ${counted(applications.there, 'existing application')}; roles included: ${both(inclusions)}; grants: ${both(grants)}.`,
        ]),
    ...(plan.unverified === 0
      ? []
      : [
          `${counted(plan.unverified, 'e-mail address was', 'e-mail addresses were')} not verified in the other system. Licet tells applications so, and sends no password reset to an unverified address.`,
        ]),
    ...(report.known.length === 0
      ? []
      : [
          `Existing users with the same username, changed only by adding missing groups and roles: ${named(users.there, report.known)}.`,
        ]),
    ...(report.namesakes.length === 0
      ? []
      : [
          'Check these: a user with the same username has another address here, and may be a different person:',
          ...report.namesakes.map(({ username, there, here }) => `  ${username}: ${there} in the file, ${here} here`),
        ]),
    ...section(
      'Imported differently',
      [...plan.notes].map(([why, noted]) => ({ why, ...noted })),
    ),
    ...(renamed.length === 0
      ? []
      : ['Renamed:', ...renamed, ...(unsaid > 0 ? [`  and ${formatted(unsaid)} more`] : [])]),
    ...section('Left out', [...left, ...report.leftOut]),
    ...(roles.made === 0
      ? []
      : [
          'The new roles have no permissions yet, because the file contains none. Create permissions and assign them to each role: in the console under Applications, or in the file that licet export config --application APPLICATION prints.',
        ]),
    ...(report.invited === 0 || report.change === null
      ? []
      : [
          `Users without a password need a link to set one. By mail: ${printedCommand(reached, 'licet invite', [], { import: String(report.change) })}. To hand the links over yourself, add --links FILE. Or use Users in the console.`,
        ]),
    '',
  ].join('\n');
}

interface Noted {
  readonly why: string;
  readonly count: number;
  readonly names: readonly string[];
}

function section(title: string, all: readonly Noted[]): string[] {
  if (all.length === 0) return [];
  return [
    `${title}:`,
    ...all.map(({ why, count, names }) => `  ${why.replace(/\.$/, '')} (${formatted(count)}): ${named(count, names)}`),
  ];
}

function named(count: number, names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map(printableName);
  return `${shown.join('; ')}${count > shown.length ? `; and ${formatted(count - shown.length)} more` : ''}`;
}

const both = ({ made, there }: { made: number; there: number }) =>
  `${formatted(made)} new${there === 0 ? '' : `, ${formatted(there)} existing`}`;
const formatted = (count: number) => count.toLocaleString('en');
