import type { DirectoryReport } from '@licet/contract';
import type { Flags } from '../command.ts';
import { printableName, printedCommand } from '../terminal.ts';
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
    `Users: ${both(users)}. Of the new ones ${counted(report.withPassword)} with their password, ${counted(report.withTotp)} with their authenticator app, ${counted(report.suspended)} suspended, ${counted(report.invited)} without a password.`,
    `Groups: ${both(groups)}; memberships: ${both(memberships)}.`,
    ...(applications.made + applications.there === 0
      ? []
      : [
          `Roles: ${both(roles)}, in ${counted(applications.made)} new applications and ${counted(applications.there)} that were there; roles included: ${both(inclusions)}; grants: ${both(grants)}.`,
        ]),
    ...(plan.unverified === 0
      ? []
      : [
          `${counted(plan.unverified)} e-mail addresses were not verified there; Licet tells applications so, and mails no reset to them until they are.`,
        ]),
    ...(report.known.length === 0
      ? []
      : [
          `There already by their username, and left as they are but for groups and roles that they lacked: ${named(users.there, report.known)}.`,
        ]),
    ...(report.namesakes.length === 0
      ? []
      : [
          'Look at these: a user of that name here has another address, and may be somebody else:',
          ...report.namesakes.map(({ username, there, here }) => `  ${username}: ${there} in the file, ${here} here`),
        ]),
    ...section(
      'Done otherwise',
      [...plan.notes].map(([why, noted]) => ({ why, ...noted })),
    ),
    ...(renamed.length === 0
      ? []
      : ['Called otherwise:', ...renamed, ...(unsaid > 0 ? [`  and ${counted(unsaid)} more`] : [])]),
    ...section('Left out', [...left, ...report.leftOut]),
    ...(roles.made === 0
      ? []
      : [
          'The new roles permit nothing yet: the file has no permissions. Name them, and tick them for each role: in the console under Applications, or in the file that licet export config --application APPLICATION prints.',
        ]),
    ...(report.invited === 0 || report.change === null
      ? []
      : [
          `Whoever has no password needs a link to set one. By mail: ${printedCommand(reached, 'licet invite', [], { import: String(report.change) })}. To hand over: the same with --links FILE. Or in the console, under Users.`,
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
    ...all.map(({ why, count, names }) => `  ${why.replace(/\.$/, '')} (${counted(count)}): ${named(count, names)}`),
  ];
}

function named(count: number, names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map(printableName);
  return `${shown.join('; ')}${count > shown.length ? `; and ${counted(count - shown.length)} more` : ''}`;
}

const both = ({ made, there }: { made: number; there: number }) =>
  `${counted(made)} new${there === 0 ? '' : `, ${counted(there)} there already`}`;
const counted = (count: number) => count.toLocaleString('en');
