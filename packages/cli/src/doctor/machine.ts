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
    why: 'A database without room writes nothing, and nobody can sign in.',
    next: `Make room on the file system of ${directory}, or move the data directory to a larger one.`,
  };
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.round((bavail * bsize) / 1e6);
  return unless(free < leastFree, 'Disk', `${free.toLocaleString('en')} MB free`, amiss);
}

/** Checks that other users cannot read the encryption key. */
export function keyFile(directory: string): Finding {
  const file = join(directory, 'licet.key');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return well('Key file', 'none; the key comes from LICET_ENCRYPTION_KEY, or there is none yet');
  const mode = (found.mode & 0o777).toString(8);
  return unless((found.mode & 0o077) !== 0, 'Key file', `${file} has mode ${mode}`, {
    why: 'Whoever reads it and a copy of the database can sign tokens in your name. Licet does not start while others can read it.',
    next: `chmod 600 ${file}`,
  });
}

/**
 * Checks that the certificate of the public address does not expire soon. Otherwise, a failed renewal is noticed only
 * after the expiry.
 */
export async function certificate(issuer: string, now = Date.now()): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(issuer);
  if (protocol !== 'https:') return [];
  const ends = await endOfCertificate(hostname, Number(port || 443));
  if (ends === undefined) return []; // `publicAddress` already reports that nothing answers.
  const days = Math.floor((ends - now) / 86_400_000);
  const says = days < 0 ? 'has ended' : `ends in ${days} ${days === 1 ? 'day' : 'days'}`;
  return [
    unless(days < daysBefore, 'Certificate', says, {
      why: 'Browsers and applications refuse the address from then on.',
      next: 'Look why it was not renewed; Licet reads a new one by itself, a proxy may have to be told.',
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
        why: 'If the disk or the database fails, everything is lost unless you back it up by other means.',
        next: 'Set LICET_BACKUP_FOLDER to a place on another machine, with a key or a passphrase. docs/operations/keeping.md says how.',
      }),
    ];
  const { fault, newestSeconds, everySeconds } = seen;
  const missed = fault === null && (newestSeconds === null || newestSeconds > 1.5 * (everySeconds ?? newestSeconds));
  const says =
    fault !== null
      ? `their folder cannot be used (${fault})`
      : newestSeconds === null
        ? 'none was made yet'
        : `the newest is of ${ago(newestSeconds)} ago, one is due each ${ago(everySeconds ?? 0)}`;
  return [
    unless(fault !== null || missed, 'Backups', says, {
      why: 'What happens to the database now would be lost.',
      next:
        s3Next(fault ?? '') ??
        'Let the folder belong to the user of the server, with room in it; the server’s log says what failed. docs/operations/keeping.md has more.',
    }),
  ];
}

/** The folder for checkpoints of the audit chain. */
export function checkpoints(seen: FolderSeen | null): Finding[] {
  if (!seen) return [];
  const says =
    seen.fault === null ? 'their folder can be read and written' : `their folder cannot be used (${seen.fault})`;
  return [
    unless(seen.fault !== null, 'Checkpoints', says, {
      why: 'Without checkpoints outside of the database, whoever can write there can write the audit chain anew.',
      next:
        s3Next(seen.fault ?? '') ??
        'Let the folder of LICET_AUDIT_FOLDER be there and belong to the user of the server; what waits is handed over then.',
    }),
  ];
}

const ago = (seconds: number) =>
  seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : seconds < 172_800
      ? `${Math.round(seconds / 3600)} h`
      : `${Math.round(seconds / 86_400)} days`;
