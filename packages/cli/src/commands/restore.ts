import type { RestoredHere } from '@licet/server/keeping';
import { type Command, dataFlag } from '../command.ts';
import { contentOf, lockFlags, lockIn } from './backup.ts';
import { settingsFlag, textIn } from './doctor.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty data directory, or into the empty database of LICET_DATABASE_URL',
  takes: ['FILE'],
  flags: { ...lockFlags.flags, ...settingsFlag.flags, ...dataFlag.flags },
  about: { ...lockFlags.about, ...settingsFlag.about, ...dataFlag.about },
  more: 'Licet must not run there. All of it is restored, or nothing; a backup of an older version is brought forward.\nFILE may be -, standard input, or s3://bucket/folder: the newest that is there. Everybody signs in again afterwards, and what waited to be mailed is not mailed.',
  async run({ flags, positionals: [file = ''] }) {
    const keeping = await import('@licet/server/keeping');
    const secret = keeping.readLock(...lockIn(flags));
    const restored = await keeping.restore(file, secret, {
      data: textIn(flags.data),
      settings: textIn(flags.settings),
    });
    process.stdout.write(`${linesOf(restored).join('\n')}\n`);
    return 0;
  },
};

function linesOf({ header, tables, upgraded, sessions, mails, keyIsHere, keyFile }: RestoredHere): string[] {
  const number = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
  return [
    `Restored ${contentOf(header, tables)}`,
    ...(upgraded.length > 0 ? [`Its schema was brought forward by ${number(upgraded.length, 'step')}.`] : []),
    `Everybody signs in again: ${number(sessions, 'session')} ended, and every token of before is refused.`,
    ...(mails > 0
      ? [`${number(mails, 'mail')} that waited may have been sent: they stand in the outbox as failed.`]
      : []),
    keyIsHere
      ? 'The encryption key of the data is here. Start it with licet start.'
      : `The encryption key of the data is not here: put the licet.key of the Licet that was backed up to ${keyFile}, for its owner alone (0600), or set LICET_ENCRYPTION_KEY, before licet start.`,
  ];
}
