import { byteOrderMark, type CsvDelimiter, csvWriter } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { Bits } from './bits.ts';
import { readRolePermissions } from './role-permissions.ts';

/** The format of exported pairs. */
export type ExportFormat = 'tsv' | 'csv' | 'json';

/**
 * Yields every pair of a username and a permission that the user holds at the snapshot, sorted by code point. Holders of the role admin
 * hold the whole catalogue; suspended users hold nothing. The rows are read with a cursor, so consume them while the snapshot is open.
 */
export async function* exportAccess(
  snapshot: Snapshot,
  appId: string,
  format: ExportFormat,
  delimiter?: CsvDelimiter,
): AsyncGenerator<string> {
  const { begin, pair, between, end } = format === 'csv' ? asCsv(delimiter) : formats[format];
  let buffer = begin;
  let first = true;
  for await (const { username, permissions } of everyone(snapshot, appId)) {
    for (const permission of permissions) {
      buffer += (first ? '' : between) + pair(username, permission);
      first = false;
      if (buffer.length < chunk) continue;
      yield buffer;
      buffer = '';
    }
  }
  buffer += end;
  if (buffer !== '') yield buffer;
}

interface Format {
  readonly begin: string;
  readonly pair: (username: string, permission: string) => string;
  readonly between: string;
  readonly end: string;
}

const asCsv = (delimiter: CsvDelimiter | undefined): Format => {
  const write = csvWriter(delimiter);
  return { begin: byteOrderMark, pair: (username, permission) => write([username, permission]), between: '', end: '' };
};

const formats: Readonly<Record<Exclude<ExportFormat, 'csv'>, Format>> = {
  tsv: { begin: '', pair: (username, permission) => `${username}\t${permission}\n`, between: '', end: '' },
  json: {
    begin: '[',
    pair: (user, permission) => `\n${JSON.stringify({ user, permission })}`,
    between: ',',
    end: '\n]\n',
  },
};

const chunk = 65_536;
const usersAtOnce = 500;

/**
 * A cursor reads users with the grants that reach them, in batches, so no statement takes long. The contents of roles are read once, as
 * places in the list of permissions sorted by name.
 */
async function* everyone(snapshot: Snapshot, appId: string) {
  const { connection, no, at } = snapshot;
  const walk = asOf(no, at);
  const { permissions: catalogue, places, roles } = await readRolePermissions(snapshot, appId, 'by code point');
  await connection.query('set local cursor_tuple_fraction = 1');
  await connection.query(
    sql`declare everyone no scroll cursor for select u.id, u.username from users u where ${walk.enabled('u')} order by u.username collate "C"`,
  );
  for (;;) {
    const { rows: users } = await connection.query<{ id: string; username: string }>(
      `fetch ${usersAtOnce} from everyone`,
    );
    const ids = users.map(({ id }) => id);
    const { rows } = await connection.query<Reached>(reaching(walk, ids, appId));
    const reached = new Map(rows.map((row) => [row.user, row]));
    for (const { id, username } of users) {
      const given = reached.get(id);
      if (!given) continue;
      const held = new Bits(catalogue.length);
      for (const role of given.roles) {
        const all = roles.get(role)?.all;
        if (all) held.join(all);
      }
      for (const permission of given.permissions) {
        const place = places.get(permission);
        if (place !== undefined) held.add(place);
      }
      yield { username, permissions: held.places().map((place) => catalogue[place]?.name ?? '') };
    }
    if (users.length < usersAtOnce) break;
  }
  await connection.query('close everyone');
}

/** The grants that reach a user, directly and by groups. */
interface Reached {
  readonly user: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

const reaching = (walk: Walk, ids: readonly string[], appId: string): Sql => sql`
  ${withWalks(walk.groupsAbove('above', sql`select given, given from unnest(${ids}::uuid[]) given`, ['root']))}
  select a.root as user, array_remove(array_agg(distinct x.role_id), null) as roles,
    array_remove(array_agg(distinct x.permission_id), null) as permissions
  from above a cross join lateral (
    select x.role_id, x.permission_id from grants x where x.principal_id = a.id and x.app_id = ${appId} and ${walk.granted('x')} offset 0
  ) x group by a.root`;
