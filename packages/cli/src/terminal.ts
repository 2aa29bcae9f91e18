import { once } from 'node:events';
import { type AccessPath, type Principal, type Problem, shellCommand } from '@licet/contract';
import type { Flags } from './command.ts';

/**
 * Makes text from another server safe to print. Replaces characters that move the cursor or change the text direction.
 * Line breaks are kept.
 */
export const printable = (text: string): string => text.replace(unsafe, '\uFFFD');

/** Makes a name from another server safe to print within a line. */
export const printableName = (name: string): string => printable(name.replace(/[\n\t]/g, '\uFFFD'));

/** Returns the names as one line, followed by the number of names that are not listed. */
export const namesText = (names: readonly string[], count: number): string =>
  [...names.map(printableName), ...(count > names.length ? [`and ${count - names.length} more`] : [])].join('; ');

const unsafe = /[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/gu;

/** Returns a number with its noun in the singular or plural: `1 change`, `1,101 changes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Returns a command for the user to paste. It repeats --data and --server, so that it calls the same server. */
export const printedCommand = (
  reached: Flags,
  command: string,
  values: readonly string[],
  flags: Readonly<Record<string, string | true | undefined>> = {},
): string => shellCommand(command, values, { ...flags, data: textOf(reached.data), server: textOf(reached.server) });

const textOf = (flag: string | boolean | undefined) => (typeof flag === 'string' ? flag : undefined);

/**
 * Returns the text of a problem: what happened, and on the next line what to do. The title is used only if there is no
 * detail. Advice about lists and form fields is omitted, because a terminal has neither.
 */
export function problemText({ code, title, detail, next, errors = [] }: Problem, withCode = false): string {
  const happened = `${detail || title}${withCode ? ` (${code})` : ''}`;
  const todo = errors.length > 0 ? (ofLines.get(code) ?? '') : (ofOperators.get(code) ?? next);
  return printable(todo === '' ? `${happened}\n` : `${happened}\n${todo}\n`);
}

/** The advice for error codes whose advice in the catalogue applies only to users who sign in. */
const ofOperators = new Map([
  ['not_found', ''],
  ['provider_unreachable', 'Try again in a moment.'],
  ['provider_wrong', ''],
]);

const ofLines = new Map([
  ['import_rejected', 'Nothing was changed. Correct the errors above, then import again.'],
  ['invalid_request', 'Correct the errors above.'],
]);

/** Prints a stream. Waits if the reader of the output is slower. */
export async function printPieces(pieces: AsyncIterable<Uint8Array> | null): Promise<void> {
  for await (const piece of pieces ?? []) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

/** A line that shows the progress of long work. It is drawn only on a terminal. */
export function progressBar(stream: NodeJS.WriteStream) {
  const width = 24;
  let shown = 0;
  return {
    show(what: string, done: number, total: number | null): void {
      const now = performance.now();
      if (!stream.isTTY || now - shown < 50) return;
      shown = now;
      const part = total ? Math.min(1, done / total) : 0;
      const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░');
      stream.write(
        `\r\u001b[K${what} ${total ? `${bar} ${Math.floor(part * 100)} %  ` : ''}${done.toLocaleString('en')}${total ? ` of ${total.toLocaleString('en')}` : ''}`,
      );
    },
    clear(): void {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}

/** Printed instead of the paths of an entry that has too many paths. */
export const tooManyPathsLine = 'too many paths to list; check access with licet can';

/** One path of access, as `Finance → clerk → reader, until 2026-11-22T17:00:00Z`. */
export function pathLine({ groups, roles, starts, ends, admin }: AccessPath, now = new Date().toISOString()): string {
  const steps = [
    ...groups.map(({ name }) => name),
    ...(roles.length > 0 ? roles.map(({ name }) => name) : ['granted directly']),
  ];
  const until = ends ? `, until ${shortInstant(ends)}` : '';
  const from = starts > now ? `, from ${shortInstant(starts)}` : '';
  return steps.join(' → ') + (admin ? ' (admin implies every permission)' : '') + from + until;
}

/** Returns a principal as text: a username, or the name of a group or program. */
export const partyName = ({ kind, name, detail }: Principal): string =>
  kind === 'client' ? `${name} (program of ${detail})` : (detail ?? name);

const shortInstant = (instant: string) => instant.replace(/\.\d+Z$/, 'Z');

/** Returns an error whose sentence says why a file could not be read or written. */
export function fileFault(file: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Error(sentences.get(code)?.(file) ?? `The file ${file} cannot be used (${code || error}).`);
}

const sentences: ReadonlyMap<string, (file: string) => string> = new Map([
  ['ENOENT', (file) => `The file ${file} or its folder does not exist. Check the path.`],
  ['ENOTDIR', (file) => `The file ${file} or its folder does not exist. Check the path.`],
  ['EISDIR', (file) => `${file} is a folder. Name a file.`],
  [
    'EEXIST',
    (file) => `The file ${file} already exists and is not overwritten. Choose another name, or move the file away.`,
  ],
  ['EACCES', (file) => `You may not use the file ${file}. Check its owner and permissions.`],
  ['EROFS', (file) => `${file} is on a read-only file system. Choose a file elsewhere.`],
]);
