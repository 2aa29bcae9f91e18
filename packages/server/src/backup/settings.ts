import { isAbsolute } from 'node:path';
import { badS3Address, isS3, s3AddressOf } from '../s3/settings.ts';
import type { Environment } from '../settings.ts';
import type { BackupSecret } from './secret.ts';

/** The settings of scheduled backups. */
export interface BackupSettings {
  /** The place of the backups, a folder or `s3://bucket/folder`. All servers that make backups must have the same one. */
  readonly folder: string;
  /** Seconds between two backups. */
  readonly every: number;
  /** The number of newest backups to keep. */
  readonly keep: number;
  readonly lock: { readonly kind: BackupSecret['kind']; readonly file: string };
}

/** Reads the settings of scheduled backups; undefined if none are scheduled. */
export function readBackupSettings(environment: Environment, mistakes: string[]): BackupSettings | undefined {
  const { LICET_BACKUP_FOLDER: folder, LICET_BACKUP_EVERY: every, LICET_BACKUP_KEEP: keep } = environment;
  const { LICET_BACKUP_KEY_FILE: keyFile, LICET_BACKUP_PASSPHRASE_FILE: passphraseFile } = environment;
  if (!folder) {
    if (every || keep)
      mistakes.push('LICET_BACKUP_EVERY and LICET_BACKUP_KEEP are of no use without LICET_BACKUP_FOLDER.');
    return undefined;
  }
  if (isS3(folder)) {
    if (!s3AddressOf(folder)) mistakes.push(`LICET_BACKUP_FOLDER ${badS3Address(folder)}`);
  } else if (!isAbsolute(folder))
    mistakes.push(
      `LICET_BACKUP_FOLDER “${folder}” must be a whole path, from / on, or an address such as s3://bucket/folder.`,
    );
  const file = keyFile || passphraseFile;
  if (!file || (keyFile && passphraseFile))
    mistakes.push(
      'LICET_BACKUP_FOLDER wants one of LICET_BACKUP_KEY_FILE, a file with 32 bytes in Base64 (openssl rand -base64 32), and LICET_BACKUP_PASSPHRASE_FILE.',
    );
  return {
    folder,
    every: readEvery(every || '24h', mistakes),
    keep: readKeep(keep || '14', mistakes),
    lock: { kind: keyFile ? 'key' : 'passphrase', file: file ?? '' },
  };
}

function readEvery(text: string, mistakes: string[]): number {
  const [, number = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * ({ m: 60, h: 3600, d: 86_400 }[unit] ?? 0);
  if (seconds >= 60) return seconds;
  mistakes.push(`LICET_BACKUP_EVERY “${text}” must look like 30m, 6h or 1d.`);
  return 86_400;
}

function readKeep(text: string, mistakes: string[]): number {
  const keep = Number(text);
  if (/^\d{1,5}$/.test(text) && keep > 0) return keep;
  mistakes.push(`LICET_BACKUP_KEEP “${text}” must be a number from 1.`);
  return 14;
}
