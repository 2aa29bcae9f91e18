import type { Separation, Violation } from '@licet/contract';
import { type Command, choiceOf, delimiterFlag, delimiterOf, reachFlags } from '../command.ts';
import { partyName, pathLine, printable, printPieces, tooManyPathsLine } from '../terminal.ts';

const at = { at: 'An instant, such as 2026-03-01T12:00:00Z; default: now' };

const list: Command = {
  name: 'separations list',
  summary: 'List the separation rules with their parts, one per line',
  takes: [],
  flags: { at: { type: 'string' }, json: { type: 'boolean' }, ...reachFlags.flags },
  about: { ...at, json: 'Print each as JSON, one per line', ...reachFlags.about },
  async run({ flags, client }) {
    const instant = typeof flags.at === 'string' ? { at: flags.at } : {};
    for (let cursor: string | undefined; ; ) {
      const page = await client().separations.list({
        query: { limit: 200, ...instant, ...(cursor ? { cursor } : {}) },
      });
      for (const it of page.items)
        process.stdout.write(`${printable(flags.json ? JSON.stringify(it) : separationLine(it))}\n`);
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

const formats = ['csv', 'jsonl'] as const;

const violations: Command = {
  name: 'separations violations',
  summary: 'List the violations of separation rules, with the paths, now or as of an instant; exits 1 if there are any',
  takes: [],
  flags: {
    separation: { type: 'string' },
    at: { type: 'string' },
    format: { type: 'string' },
    ...delimiterFlag.flags,
    ...reachFlags.flags,
  },
  about: {
    separation: 'Only of one separation rule: its id',
    ...at,
    format: 'The format: csv or jsonl; default: lines to read',
    ...delimiterFlag.about,
    ...reachFlags.about,
  },
  more: 'Holders with an exception are listed with its end, and do not count for the exit code. With --format it always exits 0.',
  async run({ flags, client }) {
    const format = choiceOf(flags, 'format', formats);
    const divided = delimiterOf(flags, format === 'csv', ['comma', 'semicolon', 'tab']);
    const query = {
      ...(typeof flags.separation === 'string' && { separation: flags.separation }),
      ...(typeof flags.at === 'string' && { at: flags.at }),
    };
    if (format) {
      await printPieces((await client().separations.export({ query: { ...query, format, ...divided } })).body);
      return 0;
    }
    let found = false;
    for (let cursor: string | undefined; ; ) {
      const page = await client().separations.violations({
        query: { ...query, limit: 200, ...(cursor && { cursor }) },
      });
      for (const it of page.items) {
        found ||= it.exception === null;
        process.stdout.write(`${printable(violationLines(it).join('\n'))}\n`);
      }
      if (page.next === null) return found ? 1 : 0;
      cursor = page.next;
    }
  },
};

export const separationCommands: readonly Command[] = [list, violations];

function separationLine({ id, name, atMost, parts }: Separation): string {
  const of = parts.map(({ elements }) => elements.map((it) => `${it.name} of ${it.application.id}`).join(' or '));
  return `${id}\t${name}\tat most ${atMost} of: ${of.join(' | ')}`;
}

function violationLines({ separation, holder, held, exception, tooManyPaths }: Violation): string[] {
  const let_ = exception ? `, exception until ${exception.ends}` : '';
  return [
    `${partyName(holder)}: ${separation.name}${let_}`,
    ...(tooManyPaths ? [`  ${tooManyPathsLine}`] : []),
    ...held.flatMap(({ elements }) =>
      elements.map(
        ({ name, application, paths: [path] }) => `  ${name} of ${application.id}: ${path ? pathLine(path) : ''}`,
      ),
    ),
  ];
}
