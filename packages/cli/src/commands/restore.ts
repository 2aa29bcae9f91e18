import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RestoredHere } from '@licet/server/keeping';
import { type Command, dataFlag } from '../command.ts';
import { starter } from '../connection.ts';
import { counted } from '../terminal.ts';
import { contentOf, lockFlags, lockIn } from './backup.ts';
import { settingsFlag, textIn } from './doctor.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty data directory, or into the empty database of LICET_DATABASE_URL',
  takes: ['FILE'],
  flags: { ...lockFlags.flags, ...settingsFlag.flags, ...dataFlag.flags },
  about: { ...lockFlags.about, ...settingsFlag.about, ...dataFlag.about },
  more: 'Stop Licet there first. All of the backup is restored, or nothing; a backup of an older version is upgraded.\nFILE may be - for standard input, or s3://bucket/folder for the newest backup there. Afterwards, all users must sign in again, and queued mails are not sent.',
  async run({ flags, positionals: [file = ''] }) {
    const keeping = await import('@licet/server/keeping');
    const secret = keeping.readLock(...lockIn(flags));
    const restored = await keeping.restore(file, secret, {
      data: textIn(flags.data),
      settings: textIn(flags.settings),
    });
    process.stdout.write(`${linesOf(restored, flags.settings !== undefined).join('\n')}\n`);
    return 0;
  },
};

/** @param forService whether the settings of a service were named */
function linesOf(restored: RestoredHere, forService: boolean): string[] {
  const { header, tables, upgraded, sessions, mails, keyIsHere, keyFile } = restored;
  return [
    `Restored ${contentOf(header, tables)}`,
    ...(upgraded.length > 0 ? [`Its schema was upgraded by ${counted(upgraded.length, 'step')}.`] : []),
    `All users must sign in again: ${counted(sessions, 'session')} ended, and all earlier tokens are refused.`,
    ...(mails > 0
      ? [
          `${counted(mails, 'mail')} that waited may already have been sent. The outbox shows ${mails === 1 ? 'it' : 'them'} as failed.`,
        ]
      : []),
    keyIsHere
      ? `The encryption key of the data is here. ${next(dirname(keyFile), forService)}`
      : `The encryption key of the data is missing here. Before you start Licet, copy the licet.key of the Licet that was backed up to ${keyFile}, readable only by its owner (0600), or set LICET_ENCRYPTION_KEY.`,
  ];
}

/** Returns what to do after a restore. A start as root would leave files that a service cannot use. */
function next(directory: string, forService: boolean): string {
  if (!forService || statSync(directory, { throwIfNoEntry: false })?.uid !== 0) return `Start ${starter(directory)}.`;
  return `${directory} belongs to root. Move it to the data directory of the service, give it to the service's user with “chown -R” (systemd does that at the start), and start the service, for example with “systemctl start licet”.`;
}
