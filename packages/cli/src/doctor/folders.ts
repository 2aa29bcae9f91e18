import { type FolderSeen, s3Next } from '@licet/server/doctor';
import { type Finding, unless, warning } from './finding.ts';

/** The scheduled backups; a warning without a schedule. */
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
