import { adminRole } from '@licet/contract';
import { csvLine } from '../../csv.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';

/** How pairs are written out. */
export type ExportFormat = 'tsv' | 'csv' | 'json';

/**
 * Every pair of a username and a permission that the user holds at the snapshot, sorted by code point. Holders of the role
 * admin hold the whole catalogue; suspended users hold nothing. Read by a cursor: consume it while the snapshot lasts.
 */
export async function* exportAccess(snapshot: Snapshot, appId: string, format: ExportFormat): AsyncGenerator<string> {
  const { begin, pair, between, end } = formats[format];
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

const formats: Readonly<Record<ExportFormat, Format>> = {
  tsv: { begin: '', pair: (username, permission) => `${username}\t${permission}\n`, between: '', end: '' },
  csv: { begin: '', pair: (username, permission) => csvLine([username, permission]), between: '', end: '' },
  json: {
    begin: '[',
    pair: (user, permission) => `\n${JSON.stringify({ user, permission })}`,
    between: ',',
    end: '\n]\n',
  },
};

const chunk = 65_536;
const usersAtOnce = 100;

async function* everyone({ connection, no, at }: Snapshot, appId: string) {
  await connection.query('set local cursor_tuple_fraction = 1');
  await connection.query(sql`declare everyone no scroll cursor for ${pairs(no, at, appId)}`);
  for (;;) {
    const { rows } = await connection.query<{ username: string; permissions: string[] }>(
      `fetch ${usersAtOnce} from everyone`,
    );
    yield* rows;
    if (rows.length < usersAtOnce) break;
  }
  await connection.query('close everyone');
}

function pairs(no: number, at: string, appId: string): Sql {
  const walk = asOf(no, at);
  return sql`
    ${withWalks(
      sql`granted as materialized (
        select distinct x.principal_id, x.principal_kind, x.role_id, x.permission_id
        from grants x where x.app_id = ${appId} and ${walk.granted('x')}
      )`,
      walk.groupsBelow('below', sql`select principal_id, principal_id from granted where principal_kind = 'group'`, [
        'root',
      ]),
      walk.rolesBelow('included', sql`select role_id, role_id from granted where role_id is not null`, ['root']),
    )},
    reach as materialized (
      select principal_id as user_id, role_id, permission_id from granted where principal_kind = 'user'
      union
      select m.member_id, g.role_id, g.permission_id
      from below b join memberships m on m.group_id = b.id and m.member_kind = 'user' and ${walk.counts('m')}
      join granted g on g.principal_id = b.root
    ),
    brings as materialized (
      select i.root, rp.permission_id as id from included i join role_permissions rp on rp.role_id = i.id and ${walk.counts('rp')}
      union
      select i.root, p.id from included i join roles r on r.id = i.id and r.name = ${adminRole} and ${walk.counts('r')}
      join permissions p on p.app_id = ${appId} and ${walk.counts('p')}
    ),
    pairs as (
      select r.user_id, b.id from reach r join brings b on b.root = r.role_id
      union
      select r.user_id, r.permission_id from reach r where r.permission_id is not null
    )
    select u.username, json_agg(n.name order by n.name) as permissions
    from pairs join users u on u.id = pairs.user_id and ${walk.enabled('u')} join permissions n on n.id = pairs.id and ${walk.counts('n')}
    group by u.id, u.username order by u.username collate "C"`;
}
