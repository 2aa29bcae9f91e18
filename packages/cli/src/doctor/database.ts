import { bloated, type DatabaseSeen, type Here } from '@licet/server/doctor';
import { printedCommand } from '../terminal.ts';
import { clock, type Finding, fault, jobs, mailFails, unless, unseen, warning, well } from './finding.ts';

// Findings about the database, without the server.

/**
 * @param asked whether the server has already reported its state, which is then not repeated
 * @param data the data directory as given on the command line, for printed commands
 */
export function judgedDatabase(
  { database, version }: Pick<Here, 'database' | 'version'>,
  asked: boolean,
  data?: string,
): Finding[] {
  if ('unseen' in database) {
    const given = {
      why: 'Schema, statements, jobs and mail could not be checked. Without a database, nobody can sign in.',
      next: database.amiss
        ? 'Check PostgreSQL, and LICET_DATABASE_URL here: it must be the same as the server’s.'
        : 'If the server uses an external PostgreSQL, pass the server’s settings file: --settings /etc/licet/licet.env. Otherwise start Licet, then run this again.',
    };
    return [{ ...unseen('Database', database.unseen, given), well: database.amiss ? false : null }];
  }
  const { licet } = database;
  return [
    unless(
      database.standby,
      'Database',
      `${database.version}${database.standby ? ', which is a read-only standby' : ''}`,
      {
        why: 'A standby cannot be written to, so nobody can sign in.',
        next: 'Set LICET_DATABASE_URL to the primary, or promote this standby.',
      },
    ),
    ...schema(database),
    plans(database),
    versions(database, version),
    connections(database),
    ...(asked ? [] : [clock(database.clockAheadSeconds, 'the clock of the database')]),
    statements(database),
    ...(licet
      ? [
          tables(licet),
          ...licet.directories.flatMap((it) => directory(it, data)),
          ...addresses(licet),
          ...(asked ? [] : [mailFails(licet.mailFails, mailSays(licet)), ...licet.jobs.flatMap(jobs)]),
        ]
      : []),
  ];
}

type LicetSeen = NonNullable<DatabaseSeen['licet']>;

/** Returns the findings about a directory; none if it has a schedule and its last run succeeded or is in progress. */
function directory(
  { connection, scheduled, state, problem, leaving }: LicetSeen['directories'][number],
  data: string | undefined,
): Finding[] {
  const look = printedCommand({ data }, 'licet sync ldap', [connection], { 'dry-run': true });
  if (state === 'waiting')
    return [
      (scheduled ? fault : warning)(
        'Directories',
        `${connection}: ${leaving} users would leave at once, so the synchronisation waits for a confirmation`,
        {
          why: 'Until then, all users who left the directory keep their access here.',
          next: `Check the names: ${look}. The output shows how to confirm.`,
        },
      ),
    ];
  const failure = `the last synchronisation failed${problem === null ? '' : `. ${problem}`}`;
  if (!scheduled)
    return [
      warning('Directories', `${connection}: no schedule is set${state === 'failed' ? `, and ${failure}` : ''}`, {
        why: 'Users who leave the directory keep their access here until somebody synchronises.',
        next: 'Set one in the console under Settings, Connections, or run licet sync ldap by a timer.',
      }),
    ];
  if (state !== 'failed') return [];
  return [
    unless(true, 'Directories', `${connection}: ${failure}`, {
      why: 'Users who leave the directory keep their access here until the synchronisation works again.',
      next: `Try: ${look}. Test the connection in the console under Settings, Connections.`,
    }),
  ];
}
const mailSays = ({ mailFails: fails }: LicetSeen) =>
  fails ? 'the last mail was refused' : 'no mail was refused recently';

function schema({ licet, held }: DatabaseSeen): Finding[] {
  if (held)
    return [
      unseen('Schema', 'Licet’s tables did not answer within 3 s', {
        why: 'A transaction locks them, so every request waits as well.',
        next: 'Find the open transaction under Statements below, and end it: pg_terminate_backend(pid).',
      }),
    ];
  if (!licet) return [well('Schema', 'none yet: no Licet server has used this database')];
  const { missing, newer, changed, applied } = licet.schema;
  const says =
    changed.length > 0
      ? `some steps differ from this version: ${changed.join(', ')}`
      : newer.length > 0
        ? `newer than this version: ${newer.join(', ')}`
        : missing.length > 0
          ? `older than this version: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
          : `${applied} steps, as in this version`;
  const found = unless(changed.length + newer.length + missing.length > 0, 'Schema', says, {
    why: 'Versions are mixed. The schema is newer after an upgrade, or older if this command is newer than the server.',
    next:
      changed.length > 0
        ? 'Use the release that created this database. Steps that were applied never change.'
        : newer.length > 0
          ? 'Use the newer version for this command and for every server (docs/operations/upgrading.md).'
          : 'Start a server of this version, which upgrades the schema, or use the command of the server’s version.',
  });
  return [
    found,
    ...(licet.keyFits === false
      ? [
          unless(true, 'Key', 'the encryption key here does not match this database', {
            why: 'No server starts with this key, because it cannot decrypt the data.',
            next: 'Restore the licet.key that this database was created with, or set LICET_ENCRYPTION_KEY to that key.',
          }),
        ]
      : []),
  ];
}

function plans({ drafts: { temporary, schema } }: DatabaseSeen): Finding {
  const elsewhere = schema !== null && schema !== 'public';
  const says = temporary
    ? elsewhere
      ? `Licet’s tables are in the schema ${schema}, not in public`
      : 'can be computed: the database role may create temporary tables'
    : 'the database role may not create temporary tables';
  return unless(!temporary || elsewhere, 'Plans', says, {
    why: 'No plan can be computed: it uses temporary tables in place of those in the schema public.',
    next: temporary
      ? 'Move the tables to the schema public with a backup and a restore, and leave the role’s search_path at its default.'
      : 'As the owner of the database, run: grant temporary on database … to Licet’s role.',
  });
}

function versions({ servers }: DatabaseSeen, here: string): Finding {
  const names = [...new Set(servers.map(({ version }) => version ?? 'an unknown version'))];
  const mixed = names.length > 1 || names.some((name) => name !== here);
  const says =
    names.length === 0
      ? `this command is version ${here}; no server is connected`
      : `this command is version ${here}, servers are ${names.join(' and ')}`;
  return unless(mixed, 'Versions', says, {
    why: 'This is normal during an upgrade. Otherwise, a server was forgotten, or this command checks a version that it does not know.',
    next: 'Use the same version for all servers and commands.',
  });
}

function connections({ connections: { used, most } }: DatabaseSeen): Finding {
  return unless(used > 0.9 * most, 'Connections', `${used} of the database’s ${most} in use`, {
    why: 'New connections are refused: a server cannot start, or cannot open another connection.',
    next: 'Raise max_connections, or use PgBouncer. Each Licet server uses up to 15 connections.',
  });
}

function statements({ busy, slow }: DatabaseSeen): Finding {
  const texts = [
    ...busy.map(
      ({ pid, program, how, seconds, statement }) =>
        `${program || 'an unknown program'} (pid ${pid}) ${verbs[how]} ${Math.round(seconds)} s: ${statement || 'unknown statement'}`,
    ),
    ...(slow ?? []).map(
      ({ calls, meanSeconds, statement }) =>
        `${(meanSeconds * 1000).toFixed(0)} ms on average over ${calls} calls: ${statement}`,
    ),
  ];
  const counted = slow === null ? '; without pg_stat_statements, averages are unknown' : '';
  return unless(texts.length > 0, 'Statements', texts.length > 0 ? texts.join('; ') : `none takes too long${counted}`, {
    why: 'Long statements make others wait. An open transaction keeps vacuum from reclaiming space.',
    next: 'Find out which program it is. pg_cancel_backend(pid) cancels a statement, pg_terminate_backend(pid) ends its connection.',
  });
}

function addresses({ sharedAddresses }: LicetSeen): Finding[] {
  if (sharedAddresses.length === 0) return [];
  const says = sharedAddresses.map(
    (ids) => `users ${ids.join(' and ')} have the same e-mail address, with its domain in two spellings`,
  );
  return [
    warning('Addresses', says.join('; '), {
      why: 'They may be the same person. Each signs in with the spelling of their own account, but both get password resets in the same mailbox.',
      next: 'Open /users/ID for each of them. Decide which account stays, and give it the access of the other one. Then remove the address from the other account, or delete that account.',
    }),
  ];
}

const verbs = {
  works: 'has run for',
  waits: 'has waited for a lock for',
  idle: 'has left a transaction open and idle for',
  open: 'has had a transaction open for',
} as const;

function tables({ tables: sizes }: LicetSeen): Finding {
  const full = bloated(sizes);
  const bytes = sizes.reduce((sum, it) => sum + it.bytes, 0);
  const texts = full.map(({ table, rows, dead }) => `${table} has ${dead} dead rows and ${rows} live rows`);
  const says = texts.length > 0 ? texts.join('; ') : `${Math.round(bytes / 1e6)} MB, vacuumed as expected`;
  return unless(texts.length > 0, 'Tables', says, {
    why: 'Reads also scan dead rows, so everything that uses the table gets slower.',
    next: `Check that autovacuum is on and that no transaction stays open. Then run: vacuum (analyze) ${full.map(({ table }) => table).join(', ')};`,
  });
}
