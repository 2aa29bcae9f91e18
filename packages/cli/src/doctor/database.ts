import { bloated, type DatabaseSeen, type Here } from '@licet/server/doctor';
import { printedCommand } from '../terminal.ts';
import { clock, type Finding, jobs, mailFails, unless, unseen, warning, well } from './finding.ts';

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
      why: 'Schema, statements, jobs and mail could not be looked at; without a database nobody can sign in.',
      next: database.amiss
        ? 'Look after PostgreSQL, and check LICET_DATABASE_URL here: it has to be the one that the server has.'
        : 'If the server uses a PostgreSQL of yours, pass the server’s settings file: --settings /etc/licet/licet.env. Otherwise start Licet, then run this again.',
    };
    return [{ ...unseen('Database', database.unseen, given), well: database.amiss ? false : null }];
  }
  const { licet } = database;
  return [
    unless(
      database.standby,
      'Database',
      `${database.version}${database.standby ? ', which only follows another' : ''}`,
      {
        why: 'Nothing can be written there, so that nobody can sign in.',
        next: 'Let LICET_DATABASE_URL name the one that is followed, or make this one the first.',
      },
    ),
    ...schema(database),
    plans(database),
    versions(database, version),
    connections(database),
    ...(asked ? [] : [clock(database.clockAheadSeconds, 'the database’s')]),
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

/** Returns the findings about a directory; none if its last run succeeded or is in progress. */
function directory(
  { connection, state, problem, leaving }: LicetSeen['directories'][number],
  data: string | undefined,
): Finding[] {
  const look = printedCommand({ data }, 'licet sync ldap', [connection], { 'dry-run': true });
  if (state === 'waiting')
    return [
      unless(
        true,
        'Directories',
        `${connection}: ${leaving} users would leave at once, and the run waits for a confirmation`,
        {
          why: 'Users who left the directory keep their access here, all of them.',
          next: `Look at the names: ${look}. It says how to confirm.`,
        },
      ),
    ];
  if (state !== 'failed') return [];
  return [
    unless(
      true,
      'Directories',
      `${connection}: the last synchronisation failed${problem === null ? '' : `. ${problem}`}`,
      {
        why: 'Users who leave the directory keep their access here until it works again.',
        next: `Try it: ${look}. Test the connection under Settings, Connections.`,
      },
    ),
  ];
}
const mailSays = ({ mailFails: fails }: LicetSeen) =>
  fails ? 'the last mail was refused' : 'no mail was refused lately';

function schema({ licet, held }: DatabaseSeen): Finding[] {
  if (held)
    return [
      unseen('Schema', 'its tables did not answer within 3 s', {
        why: 'Somebody holds them, so that every request waits as well.',
        next: 'See below under Statements who leaves a transaction open, and end it: pg_terminate_backend(pid).',
      }),
    ];
  if (!licet) return [well('Schema', 'none yet: no Licet has begun with this database')];
  const { missing, newer, changed, applied } = licet.schema;
  const says =
    changed.length > 0
      ? `says something else than this version: ${changed.join(', ')}`
      : newer.length > 0
        ? `newer than this version: ${newer.join(', ')}`
        : missing.length > 0
          ? `older than this version: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
          : `${applied} steps, those of this version`;
  const found = unless(changed.length + newer.length + missing.length > 0, 'Schema', says, {
    why: 'Versions are mixed: a newer schema is what an upgrade leaves, an older one what a command of a newer version finds.',
    next:
      changed.length > 0
        ? 'Use the release that this database was made with; a step that was made is never changed.'
        : newer.length > 0
          ? 'Run this command, and start every server, in the newer version (docs/operations/upgrading.md).'
          : 'Start a server of this version, which brings the schema forward, or use the command of the server’s version.',
  });
  return [
    found,
    ...(licet.keyFits === false
      ? [
          unless(true, 'Key', 'the encryption key here is not the one of this database', {
            why: 'No server starts with it: nothing that is encrypted can be read.',
            next: 'Put the licet.key back that this database was begun with, or its key into LICET_ENCRYPTION_KEY.',
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
      : 'can be made: the role may make temporary tables'
    : 'the role may not make temporary tables';
  return unless(!temporary || elsewhere, 'Plans', says, {
    why: 'No plan can be made: what a change would bring is laid over the tables of the schema public in temporary ones.',
    next: temporary
      ? 'Move the tables to public, in a backup and a restore, and leave the role’s search_path as it is by default.'
      : 'As the owner of the database: grant temporary on database … to Licet’s role.',
  });
}

function versions({ servers }: DatabaseSeen, here: string): Finding {
  const names = [...new Set(servers.map(({ version }) => version ?? 'one that does not say'))];
  const mixed = names.length > 1 || names.some((name) => name !== here);
  const says =
    names.length === 0
      ? `this command is ${here}; no server is connected`
      : `this command is ${here}, servers are ${names.join(' and ')}`;
  return unless(mixed, 'Versions', says, {
    why: 'For a while that is an upgrade; as a state it means that a server was forgotten, or that this command judges what it does not know.',
    next: 'Let all servers and commands be of one version.',
  });
}

function connections({ connections: { used, most } }: DatabaseSeen): Finding {
  return unless(used > 0.9 * most, 'Connections', `${used} of the database’s ${most}`, {
    why: 'Whoever comes next is refused: a server that starts, or one that needs another connection.',
    next: 'Raise max_connections, or put PgBouncer between; each Licet takes up to 15.',
  });
}

function statements({ busy, slow }: DatabaseSeen): Finding {
  const said = [
    ...busy.map(
      ({ pid, program, how, seconds, statement }) =>
        `${program || 'somebody'} (pid ${pid}) ${verbs[how]} ${Math.round(seconds)} s: ${statement || 'nothing said'}`,
    ),
    ...(slow ?? []).map(
      ({ calls, meanSeconds, statement }) =>
        `${(meanSeconds * 1000).toFixed(0)} ms on average of ${calls}: ${statement}`,
    ),
  ];
  const counted = slow === null ? '; pg_stat_statements is not there to count averages' : '';
  return unless(said.length > 0, 'Statements', said.length > 0 ? said.join('; ') : `none takes long${counted}`, {
    why: 'What works long makes others wait; a transaction that stays open keeps vacuum from taking anything back.',
    next: 'Find out whose it is. pg_cancel_backend(pid) ends a statement, pg_terminate_backend(pid) its connection.',
  });
}

function addresses({ sharedAddresses }: LicetSeen): Finding[] {
  if (sharedAddresses.length === 0) return [];
  const says = sharedAddresses.map((ids) => `users ${ids.join(' and ')} have the same one, its domain in two forms`);
  return [
    warning('Addresses', says.join('; '), {
      why: 'They may be one person. Each signs in by the spelling that their own account has, and a reset goes to the same mailbox.',
      next: 'Open /users/ and the id of each. Give the account that stays what the other one has, then take the address off the other one, or delete it.',
    }),
  ];
}

const verbs = {
  works: 'works for',
  waits: 'waits for a lock for',
  idle: 'leaves a transaction open and idle for',
  open: 'has a transaction open for',
} as const;

function tables({ tables: sizes }: LicetSeen): Finding {
  const full = bloated(sizes);
  const bytes = sizes.reduce((sum, it) => sum + it.bytes, 0);
  const said = full.map(
    ({ table, rows, dead }) => `${table} holds ${dead} rows that are gone, and ${rows} that are there`,
  );
  const says = said.length > 0 ? said.join('; ') : `${Math.round(bytes / 1e6)} MB, taken back as it should be`;
  return unless(said.length > 0, 'Tables', says, {
    why: 'What is gone is read past each time: everything that uses the table gets slower.',
    next: `See that autovacuum is on and that no transaction stays open, then: vacuum (analyze) ${full.map(({ table }) => table).join(', ')};`,
  });
}
