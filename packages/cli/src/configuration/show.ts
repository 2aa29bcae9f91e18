import { counted } from '../terminal.ts';
import { effectLines, effectTexts, notEvaluatedText, nothingChanges, notListedTexts, tooMany } from './effects.ts';
import type { ReassignedName } from './names.ts';
import { countedNotInFiles } from './not-in-files.ts';
import type { PlannedFiles } from './plan.ts';

export const formats = ['text', 'json', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** The parts of planned files that are printed. */
export type PlanToFormat = Omit<PlannedFiles, 'names' | 'notInFiles'> & {
  readonly notInFiles?: PlannedFiles['notInFiles'];
  /** Whether entries that the files do not name count as a difference. */
  readonly exact?: boolean;
};

/** The changes that files would make, or have made. */
export function formatted(planned: PlanToFormat, format: Format): string {
  if (format === 'json') return `${JSON.stringify(asJson(planned), null, 2)}\n`;
  return format === 'markdown' ? asMarkdown(planned) : asText(planned);
}

export function asJson({ set, lines, plan, forgotten, stays, moved, notInFiles }: PlanToFormat): object {
  return {
    set: set ?? null,
    changes: lines.map(({ sign, says, differs, at, change }) => ({
      sign,
      says,
      ...(differs.length > 0 && { differs }),
      at: at ?? null,
      call: change.call,
    })),
    effects: plan?.effects ?? [],
    notEvaluated: plan?.notEvaluated ?? [],
    digest: plan?.digest ?? null,
    forgotten,
    stays,
    moved,
    ...(notInFiles && { beside: notInFiles }),
  };
}

/** The heading of a plan: the number of changes. */
export const summary = ({ lines }: Pick<PlannedFiles, 'lines'>): string => {
  if (lines.length === 0) return 'Nothing would change: Licet already matches the files.';
  const of = (sign: string) => lines.filter((line) => line.sign === sign).length;
  return `${counted(lines.length, 'change')}: ${of('+')} to add, ${of('~')} to change, ${of('-')} to remove.`;
};

function asText(planned: PlanToFormat): string {
  const { lines, plan, forgotten, stays, moved } = planned;
  const text = [summary(planned), ...lines.map(({ sign, says, differs }) => `  ${sign} ${says}${different(differs)}`)];
  if (plan) {
    text.push('', ...cut(planned, plan.count), ...effectLines(plan));
  }
  for (const { heading, names, next } of reassignedTexts(moved))
    text.push('', heading, ...names.map((says) => `    ${says}`), ...next);
  if (forgotten.length > 0) text.push('', forgottenText(forgotten), ...forgotten.map((says) => `    ${says}`));
  if (stays.length > 0) text.push('', staysText(stays), ...stays.map((says) => `    ${says}`));
  const { heading, says } = notInFilesTexts(planned);
  if (heading) text.push('', heading, ...says.map((it) => `    ${it}`));
  return `${text.join('\n')}\n`;
}

/**
 * Returns the texts about entries that the files do not name. The entries are listed if they count as differences;
 * otherwise only their number is given.
 */
function notInFilesTexts({ notInFiles, exact }: PlanToFormat): { heading: string | undefined; says: string[] } {
  if (!notInFiles) return { heading: undefined, says: [] };
  if (exact)
    return {
      heading: notInFiles.length > 0 ? `Not in the files, but in Licet:` : undefined,
      says: notInFiles.map(({ says }) => says),
    };
  const extra =
    notInFiles.length > 0
      ? `${countedNotInFiles(notInFiles)} that the files do not mention (--exact compares them), and `
      : '';
  return { heading: `Not compared: ${extra}${unsayable}.`, says: [] };
}

/** A note about objects that no file can express. */
const unsayable =
  'what no file can contain: passwords, secrets and keys, sign-in rules, connections, exceptions to separation rules, appearance and mail';

const different = (differs: readonly string[]) => (differs.length > 0 ? `: ${differs.join('; ')}` : '');

const cut = ({ lines }: PlanToFormat, planned: number): string[] =>
  planned < lines.length
    ? [
        `Only the first ${planned.toLocaleString('en')} changes are planned. The others follow in further plans, one after another.`,
      ]
    : [];

/** Returns the texts about moved names: the names that `apply` refuses, and the names that --accept-moved accepts. */
function reassignedTexts(moved: readonly ReassignedName[]): { heading: string; names: string[]; next: string[] }[] {
  const [accepted, refused] = [moved.filter((it) => it.accepted), moved.filter((it) => !it.accepted)];
  const says = (names: readonly ReassignedName[]) => names.map((it) => it.says);
  const names = [];
  if (refused.length > 0)
    names.push({
      heading: `${counted(refused.length, 'name now belongs', 'names now belong')} to a different object. “licet apply” refuses this (name_moved):`,
      names: says(refused),
      next: [`If this is intended, add --accept-moved ${acceptance(refused)}.`],
    });
  if (accepted.length > 0)
    names.push({
      heading: `${counted(accepted.length, 'name now belongs', 'names now belong')} to a different object, as accepted with --accept-moved:`,
      names: says(accepted),
      next: [],
    });
  return names;
}

/** The change number for --accept-moved that accepts all of these names. */
export const acceptance = (moved: readonly ReassignedName[]): number => Math.max(...moved.map(({ since }) => since));

const forgottenText = (forgotten: readonly string[]) =>
  `${counted(forgotten.length, 'object')} created by this set ${forgotten.length === 1 ? 'is' : 'are'} no longer in its files. Without --prune, ${forgotten.length === 1 ? 'it stays' : 'they stay'}:`;

const staysText = (stays: readonly string[]) =>
  `${counted(stays.length, 'grant')} should have ended according to these files, but “licet apply” does not end ${stays.length === 1 ? 'it' : 'them'}:`;

function asMarkdown(planned: PlanToFormat): string {
  const { set, lines, plan, forgotten, stays, moved } = planned;
  const text = [
    `### Access${set ? ` of ${escaped(set)}` : ''}: ${lines.length === 0 ? 'nothing would change' : counted(lines.length, 'change')}`,
    '',
  ];
  if (plan) {
    text.push('| Who | where | gains | loses | keeps through another path |', '| --- | --- | --- | --- | --- |');
    for (const { application, from, who, gains, loses, keeps } of effectTexts(plan)) {
      const where = `${application}${from ? `, from ${from}` : ''}`;
      text.push(`| ${[who, where, gains, loses, keeps].map((cell) => escaped(cell ?? '')).join(' | ')} |`);
    }
    if (plan.effects.length === 0) text.splice(-2, 2, nothingChanges);
    const more = notListedTexts(plan);
    if (more.length > 0) text.push('', `**${tooMany}**`, '', ...more.map((line) => `- ${escaped(line)}`));
    const notEvaluated = notEvaluatedText(plan);
    if (notEvaluated) text.push('', notEvaluated);
    text.push('', `<details><summary>${escaped(summary(planned))}</summary>`, '', '```diff');
    for (const { sign, says, differs } of lines)
      text.push(fenced(`${sign === '~' ? '!' : sign} ${says}${different(differs)}`));
    text.push('```', '', '</details>', '', ...cut(planned, plan.count));
  }
  for (const { heading, names, next } of reassignedTexts(moved))
    text.push(
      '',
      `**${escaped(heading)}**`,
      '',
      ...names.map((says) => `- ${escaped(says)}`),
      '',
      ...next.map(escaped),
    );
  if (forgotten.length > 0)
    text.push('', forgottenText(forgotten), '', ...forgotten.map((says) => `- ${escaped(says)}`));
  if (stays.length > 0) text.push('', staysText(stays), '', ...stays.map((says) => `- ${escaped(says)}`));
  const { heading, says } = notInFilesTexts(planned);
  if (heading) text.push('', escaped(heading), '', ...says.map((it) => `- ${escaped(it)}`));
  return `${text.join('\n').trimEnd()}\n`;
}

/** Users choose names freely, so no name may become a link, a table or HTML in a pull request. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&')
    // GitHub turns URLs, mentions and issue numbers into links, even with a backslash. A word joiner prevents it.
    .replace(/www(?=\.)|:(?=\/\/)|GH(?=-)|[@#]/gi, '$&\u2060');

/** Breaks up three backticks, so that no text can end a fenced block. */
const fenced = (line: string): string => line.replaceAll('```', '` ` `');
