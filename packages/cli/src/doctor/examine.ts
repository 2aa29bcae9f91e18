import { readFile, stat } from 'node:fs/promises';
import type { Encryption, Status } from '@licet/contract';
import { mayBePutBack } from '@licet/contract/audit-chain';
import { ApiError, type Client } from '@licet/contract/client';
import type { Here } from '@licet/server/doctor';
import { NotRunningError, operatorClient } from '../connection.ts';
import { counted, fileFault } from '../terminal.ts';
import { judgedDatabase } from './database.ts';
import { type Finding, unless, unseen, warning } from './finding.ts';
import { backups, certificate, checkpoints, disk, keyFile } from './machine.ts';
import { publicAddress } from './public-address.ts';
import { judged } from './server.ts';

/** The results of everything that the doctor examines. */
export interface Examined {
  readonly here: Here;
  readonly status: Status | undefined;
  readonly settings: SettingsSeen;
  readonly findings: readonly Finding[];
}

/** The settings that may be shown, and whether they are the server's or this command's. */
export interface SettingsSeen {
  readonly of: string;
  readonly set: Readonly<Record<string, string>>;
}

/**
 * Runs all checks that are possible, with or without a running server, and reports the others as unseen. The public
 * address is checked first. This sends a request through the proxy, so that the server can report on the proxy.
 */
export async function examine(data: string | undefined, settings: string | undefined): Promise<Examined> {
  const { lookHere } = await import('@licet/server/doctor');
  if (settings !== undefined) await readable(settings);
  const here = await lookHere({ data, settings });
  const { dataDirectory } = here;
  const api = () => operatorClient({ data: dataDirectory });
  const { status: first } = await ask(api);
  const issuer = first?.issuer ?? here.issuer;
  const pool = first?.condition?.pool;
  const full = pool !== undefined && pool.inUse >= pool.most;
  const outside = [...(await publicAddress(issuer, full)), ...(await certificate(issuer))];
  const { status, why } = await ask(api);
  const found = await find(dataDirectory);
  const condition = status?.condition;
  const findings = [
    ...set(here, status),
    ...(status
      ? judged(status)
      : [found === 'missing' ? missing(dataDirectory) : silent(found === 'closed' ? belongs : why, dataDirectory)]),
    ...judgedDatabase(forThisServer(here, condition), condition != null && condition.jobs !== null, data),
    ...outside,
    await chain(api, status !== undefined, full),
    ...(status ? await sealedWith(api) : []),
    ...checkpoints(condition ? condition.checkpoints : here.checkpoints),
    ...backups(condition ? condition.backups : here.backups),
    ...(found === 'open' ? [disk(dataDirectory), keyFile(dataDirectory)] : []),
  ];
  return { here, status, settings: settingsSeen(here, status, why), findings };
}

/**
 * Reports the database as unseen if the server uses an external PostgreSQL and this command does not have its URL.
 * Otherwise, the command would look for an embedded database.
 */
function forThisServer(here: Here, condition: Status['condition'] | undefined): Pick<Here, 'database' | 'version'> {
  const { LICET_DATABASE_URL, DATABASE_URL } = condition?.settings ?? {};
  const databaseUrl = here.settings.LICET_DATABASE_URL ?? here.settings.DATABASE_URL;
  if ((LICET_DATABASE_URL ?? DATABASE_URL) === undefined || databaseUrl !== undefined) return here;
  return {
    ...here,
    database: {
      unseen: 'the server uses an external PostgreSQL, and this command does not have its settings',
      amiss: false,
    },
  };
}

/**
 * Errors are ignored. An older server does not have this call, and a server that does not answer is already reported.
 */
const sealedWith = async (api: () => Client): Promise<Finding[]> =>
  api()
    .operator.encryption()
    .then(encryption, () => []);

interface Asked {
  readonly status?: Status;
  readonly why: string;
}

async function ask(api: () => Client): Promise<Asked> {
  try {
    const status = await Promise.race([api().operator.status(), late()]);
    return status === undefined ? { why: 'it runs, but did not answer within 10 s' } : { status, why: '' };
  } catch (error) {
    if (error instanceof NotRunningError)
      return { why: error.belongs ? belongs : 'no server is running on the data directory' };
    return { why: error instanceof ApiError ? `it answered ${error.problem.status}` : 'it did not answer' };
  }
}

const belongs = 'the data directory belongs to another user';
const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, 10_000, undefined).unref());

function silent(why: string, directory: string): Finding {
  if (why === belongs)
    return unseen('Server', why, {
      why: 'Only its owner can query the server.',
      next: `Run this as the owner of ${directory}, or name another directory with --data.`,
    });
  return unless(true, 'Server', why, {
    why: 'Nobody can sign in here.',
    next: `Read the last lines of its log (journalctl -u licet, docker logs), fix the faults below, then start the server again. If it does not run on ${directory}, set its directory with --data.`,
  });
}

/** Checks that the file of --settings can be read. @throws Error if it cannot */
async function readable(file: string): Promise<void> {
  await readFile(file).catch((error: unknown) => {
    throw new Error(`The settings file (--settings) could not be read. ${fileFault(file, error).message}`);
  });
}

/** Whether the directory exists. A directory of another user is `closed`, because this user cannot look below its parent. */
async function find(directory: string): Promise<'open' | 'closed' | 'missing'> {
  return stat(directory).then(
    () => 'open',
    (error: NodeJS.ErrnoException) => (error.code === 'EACCES' ? 'closed' : 'missing'),
  );
}

const missing = (directory: string): Finding =>
  unless(true, 'Server', `the data directory ${directory} does not exist`, {
    why: 'No Licet server has run on it, or it was moved. The server cannot be checked.',
    next: 'Set --data or LICET_DATA to the data directory of your server. The first “licet start” creates it.',
  });

function settingsSeen(here: Here, status: Status | undefined, why: string): SettingsSeen {
  // Undefined if the server is older and does not report its settings.
  const reported: SettingsSeen['set'] | undefined = status?.condition?.settings;
  if (reported) return { of: 'the running server', set: reported };
  const reason = status ? 'the server’s version does not report its settings' : `from the server: ${why}`;
  return { of: `this command, whose settings may differ from the server’s; ${reason}`, set: here.settings };
}

/** Returns the findings about settings: those that the server reports, and those that this command reads. */
function set({ mistakes, unknown: here }: Here, status: Status | undefined): Finding[] {
  // Undefined if the server is older and does not report unknown settings.
  const reported: readonly string[] | undefined = status?.condition?.settingsUnknown;
  const unknown = [...new Set([...(reported ?? []), ...here])];
  const isStopped = mistakes.length > 0 && reported === undefined;
  const faults = [...(isStopped ? mistakes : []), ...unknown];
  const read = reported ? 'the server recognises all its settings' : 'the settings of this command are valid';
  return [
    unless(faults.length > 0, 'Settings', faults.length > 0 ? faults.join(' ') : read, {
      why: isStopped ? 'Licet does not start with these settings.' : 'These settings have no effect.',
      next: 'Correct the settings of the server, then restart it.',
    }),
    ...(mistakes.length > 0 && !isStopped
      ? [
          warning('Settings', mistakes.join(' '), {
            why: 'Licet does not start with the settings of this command alone. The running server has others as well, such as those of a drop-in.',
            next: 'Nothing, if they are set there.',
          }),
        ]
      : []),
  ];
}

const altered = {
  why: 'Somebody has altered the records directly in the database.',
  next: 'Keep the database unchanged, and compare the broken place with a backup (docs/operations/audit.md).',
};
const cutOrPutBack = {
  why: 'Somebody has altered the records directly in the database, or has put the database back in place of another one.',
  next: 'If this database was put back in place of a restored or upgraded one, run licet audit put-back. If not, keep the database unchanged, and compare the broken place with a backup (docs/operations/audit.md).',
};

async function chain(api: () => Client, answered: boolean, full: boolean): Promise<Finding> {
  const given = {
    why: 'Somebody may have altered the records directly in the database.',
    next: 'Run this again when the server answers, or verify an export (docs/operations/audit.md).',
  };
  if (!answered) return unseen('Audit chain', 'the server did not answer, and only it can read the chain', given);
  if (full) return unseen('Audit chain', 'the server has no free database connection to read the chain', given);
  try {
    const { whole, events, said, fault } = await api().audit.verify();
    const given = mayBePutBack(fault) ? cutOrPutBack : altered;
    return unless(!whole, 'Audit chain', whole ? `intact, ${counted(events, 'change')}` : (said ?? 'broken'), given);
  } catch {
    return unseen('Audit chain', 'the server could not read the chain now', given);
  }
}

/** Returns a finding about the replacement of the encryption key: whether the former key is still needed. */
function encryption({ keys, former, unreadable, columns }: Encryption): Finding[] {
  if (keys === 1) return [];
  const places = columns.map(({ column }) => column).join(', ');
  const lost = unreadable > 0 ? `; ${unreadable} that no key can decrypt` : '';
  const says =
    former + unreadable > 0
      ? `${keys} keys are set; ${former} secrets are encrypted with an earlier one${lost} (${places})`
      : `${keys} keys are set, and all secrets are encrypted with the first: the others can be removed`;
  return [
    unless(former + unreadable > 0, 'Encryption', says, {
      why: 'Secrets that are encrypted with a removed key can no longer be decrypted.',
      next: 'Run licet keys rotate-encryption to re-encrypt them. Keep every key until it reports that nothing needs another key any more.',
    }),
  ];
}
