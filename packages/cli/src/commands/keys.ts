import type { ResealingLine, SigningKey } from '@licet/contract';
import { type Command, dataFlag, reachFlags } from '../command.ts';
import { linesOf } from '../connection.ts';
import { counted, progressBar } from '../terminal.ts';

const rotateEncryption: Command = {
  name: 'keys rotate-encryption',
  summary: 'Re-encrypt all secrets with the first encryption key, while the servers run',
  takes: [],
  flags: { json: { type: 'boolean' }, ...dataFlag.flags },
  about: { json: 'Print the result as JSON', ...dataFlag.about },
  more: 'First give every server the new key, followed by the previous one; see docs/operations/keeping.md. You can interrupt the command\nand run it again. Exits 0 if nothing needs an earlier key any more, and 1 if something does.',
  async run({ client, flags }) {
    const progress = progressBar(process.stderr);
    let report: Report | undefined;
    for await (const line of linesOf<ResealingLine>(await client().operator.rotateEncryption())) {
      if ('report' in line) report = line.report;
      else progress.show(line.column.column, line.column.sealed, null);
    }
    progress.clear();
    if (!report) throw new Error('The server stopped before all secrets were re-encrypted. Run the command again.');
    process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : `${sentences(report).join('\n')}\n`);
    return report.former + report.unreadable > 0 ? 1 : 0;
  },
};

const list: Command = {
  name: 'keys list',
  summary: 'List the keys that sign tokens: the current one, the next one, and replaced ones',
  takes: [],
  flags: { json: { type: 'boolean' }, ...reachFlags.flags },
  about: { json: 'Print the keys as JSON', ...reachFlags.about },
  async run({ client, flags }) {
    print(await client().keys.list(), flags.json === true);
    return 0;
  },
};

const rotateSigning: Command = {
  name: 'keys rotate-signing',
  summary: 'Sign tokens with the next key from now on, and list the keys',
  takes: [],
  flags: { json: { type: 'boolean' }, ...dataFlag.flags },
  about: { json: 'Print the keys as JSON', ...dataFlag.about },
  more: 'Users stay signed in, because applications already know the next key. After a theft, replace the encryption key first, then run this\ntwice, ten minutes apart, because the thief has the next key too; see docs/operations/keeping.md.',
  async run({ client, flags }) {
    const keys = await client().keys.rotate();
    print(keys, flags.json === true);
    process.stderr.write(tooSoon(keys.items));
    return 0;
  },
};

/**
 * Returns a warning if the keys were replaced twice within {@link secondsBetween}; otherwise an empty text. Some
 * applications may not have loaded the current key yet.
 */
export function tooSoon(keys: readonly Pick<SigningKey, 'algorithm' | 'retiredAt'>[]): string {
  const [last, before] = keys
    .filter(({ algorithm }) => algorithm === 'ES256')
    .flatMap(({ retiredAt }) => (retiredAt === null ? [] : [Date.parse(retiredAt)]))
    .sort((one, other) => other - one);
  if (last === undefined || before === undefined || last - before >= secondsBetween * 1000) return '';
  const seconds = Math.round((last - before) / 1000);
  return `The keys had already been replaced ${seconds} s earlier. An application that has not loaded the current key yet refuses tokens until it does. Wait ten minutes between two replacements.\n`;
}

/** The number of seconds that applications may take to load a new key. */
const secondsBetween = 600;

/** Commands for the keys that Licet stores in its database, and for the encryption key. */
export const keyCommands: readonly Command[] = [list, rotateSigning, rotateEncryption];

function print(keys: { readonly items: readonly SigningKey[] }, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(keys)}\n` : keys.items.map(lineOf).join(''));
}

const lineOf = ({ kid, state, algorithm, createdAt, retiredAt }: SigningKey): string =>
  `${[state, algorithm, kid, `made ${createdAt}`, ...(retiredAt === null ? [] : [`replaced ${retiredAt}`])].join('\t')}\n`;

type Report = Extract<ResealingLine, { report: unknown }>['report'];

const sentences = ({ keys, resealed, former, unreadable }: Report): string[] => [
  ...(keys === 1 && former + unreadable === 0
    ? [
        'Only one encryption key is set, and all secrets are encrypted with it. Keep it: without it, nothing can decrypt them.',
        'To replace it, put a new key before it on every server, then run this command again.',
      ]
    : several({ keys, resealed, former, unreadable })),
];

const several = ({ keys, resealed, former, unreadable }: Report): string[] => [
  `${counted(resealed, 'secret was', 'secrets were')} re-encrypted with the first of ${keys} ${keys === 1 ? 'key' : 'keys'}.`,
  ...(former > 0
    ? [
        `${counted(former, 'was', 'were')} encrypted with an earlier key in the meantime, because a server still uses it. Give that server the new key first, then run this command again.`,
      ]
    : []),
  ...(unreadable > 0
    ? [
        `${counted(unreadable, 'cannot be decrypted: its key is unknown here, or it was altered', 'cannot be decrypted: their key is unknown here, or they were altered')}. Add that key after the others, then run this command again.`,
      ]
    : []),
  ...(former + unreadable === 0
    ? ['Nothing needs another key any more. Remove the other keys from every server.']
    : []),
];
