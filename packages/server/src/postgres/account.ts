import { readFileSync, statSync } from 'node:fs';

/** The operating system user that runs the database. `foreign` means that this is not the user of this process. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly foreign: boolean;
}

/** In order of preference: a user made for Licet, PostgreSQL's own, and one that owns nothing. */
const candidates = ['licet', 'postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so root starts it as another user. An existing cluster keeps its owner, whatever users were added
 * since. A new cluster gets the first candidate that exists on the machine.
 */
export function databaseAccount(cluster: string): Account {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { name: `uid ${uid}`, uid, gid, foreign: false };
  const known = accounts();
  const owner = ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) {
    const name = known.find((account) => account.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
    return { name, ...owner, foreign: true };
  }
  for (const name of candidates) {
    const found = known.find((account) => account.name === name && account.uid !== 0);
    if (found !== undefined) return { ...found, foreign: true };
  }
  return { name: 'uid 65534', uid: 65534, gid: 65534, foreign: true };
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function accounts(): { name: string; uid: number; gid: number }[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
