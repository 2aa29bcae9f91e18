import { statfsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type FolderSeen, s3Next } from '@licet/server/doctor';
import { type Finding, unless, warning, well } from './finding.ts';

// Checks of this machine, which need no running server.

/** Checks the free space of the data directory's file system. */
export function disk(directory: string): Finding {
  const amiss = {
    why: 'A database without free space cannot write, and nobody can sign in.',
    next: `Free up space on the file system of ${directory}, or move the data directory to a larger one.`,
  };
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.round((bavail * bsize) / 1e6);
  return unless(free < leastFree, 'Disk', `${free.toLocaleString('en')} MB free for the data directory`, amiss);
}

/** Checks that other users cannot read the encryption key. */
export function keyFile(directory: string): Finding {
  const file = join(directory, 'licet.key');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return well('Key file', 'none; the key comes from LICET_ENCRYPTION_KEY, or does not exist yet');
  const mode = (found.mode & 0o777).toString(8);
  return unless((found.mode & 0o077) !== 0, 'Key file', `${file} has mode ${mode}`, {
    why: 'Anyone who can read it and a copy of the database can sign tokens in your name. Licet does not start while other users can read it.',
    next: `chmod 600 ${file}`,
  });
}

/**
 * Checks that the certificate of the public address does not expire soon. Without this check, a failed renewal would be
 * noticed only after the expiry.
 */
export async function certificate(issuer: string, now = Date.now()): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(issuer);
  if (protocol !== 'https:') return [];
  const ends = await endOfCertificate(hostname, Number(port || 443));
  if (ends === undefined) return []; // `publicAddress` already reports that nothing answers.
  const days = Math.floor((ends - now) / 86_400_000);
  const says = days < 0 ? 'has expired' : `expires in ${days} ${days === 1 ? 'day' : 'days'}`;
  return [
    unless(days < daysBefore, 'Certificate', says, {
      why: 'After that, browsers and applications refuse the address.',
      next: 'Find out why it was not renewed. Licet loads a new certificate by itself; a proxy may need a reload.',
    }),
  ];
}

function endOfCertificate(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    // Untrusted and expired certificates are read too. This is safe, because no data is sent.
    const socket = connect({ host, port, servername: isIP(host) ? '' : host, rejectUnauthorized: false }, () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve(Number.isNaN(ends) ? undefined : ends);
    });
    socket.setTimeout(5000, () => socket.destroy());
    socket.once('close', () => resolve(undefined));
    socket.once('error', () => resolve(undefined));
  });
}

/** Certificates are normally renewed earlier than this number of days before the expiry. */
const daysBefore = 14;
/** The minimum free space in megabytes. */
const leastFree = 500;

/** Returns the findings about scheduled backups; a warning if there is no schedule. */
export function backups(seen: FolderSeen | null): Finding[] {
  if (!seen)
    return [
      warning('Backups', 'no schedule is set', {
        why: 'If the disk or the database fails, all data is lost unless you have other backups.',
        next: 'Set LICET_BACKUP_FOLDER to a place on another machine, with a key or a passphrase (docs/operations/keeping.md).',
      }),
    ];
  const { fault, newestSeconds, everySeconds } = seen;
  const missed = fault === null && (newestSeconds === null || newestSeconds > 1.5 * (everySeconds ?? newestSeconds));
  const says =
    fault !== null
      ? `the folder for backups cannot be used (${fault})`
      : newestSeconds === null
        ? 'there is no backup yet'
        : `the newest is ${ago(newestSeconds)} old, one is due every ${ago(everySeconds ?? 0)}`;
  return [
    unless(fault !== null || missed, 'Backups', says, {
      why: 'If the database fails now, changes since the last backup are lost.',
      next:
        s3Next(fault ?? '') ??
        'Make sure that the server’s user owns the folder and may read the file of the backup key, and that the disk has free space. The server’s log shows what failed (docs/operations/keeping.md).',
    }),
  ];
}

/** The folder for checkpoints of the audit chain. */
export function checkpoints(seen: FolderSeen | null): Finding[] {
  if (!seen) return [];
  const says = seen.fault === null ? 'the folder can be read and written' : `the folder cannot be used (${seen.fault})`;
  return [
    unless(seen.fault !== null, 'Checkpoints', says, {
      why: 'Without checkpoints outside the database, anyone who can write to it can rewrite the audit chain.',
      next:
        s3Next(seen.fault ?? '') ??
        'Make sure that the folder in LICET_AUDIT_FOLDER exists and belongs to the server’s user. Waiting checkpoints are then written.',
    }),
  ];
}

const ago = (seconds: number) =>
  seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : seconds < 172_800
      ? `${Math.round(seconds / 3600)} h`
      : `${Math.round(seconds / 86_400)} days`;
