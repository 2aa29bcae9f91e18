import { randomBytes } from 'node:crypto';
import { copyInto } from '../../../../packages/server/src/store/import/run.ts';
import { type Connection, withConnection } from '../../../../packages/server/src/store/kernel/database.ts';
import { addressOf, agentOf, phoneOf } from './calls.ts';
import type { World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A user, and the period in which they could sign in. */
interface Member {
  readonly id: string;
  readonly username: string;
  readonly group: string;
  readonly from: number;
  readonly to: number;
}

type Row = (string | number | null)[];

/** The users who have a passkey, with its name. */
const passkeys: Readonly<Record<string, string>> = {
  'jae.won': 'YubiKey 5C',
  'tariq.aziz': 'Pixel 9',
  'eloise.marchetti': 'iPhone',
  'lars.erik': 'Windows Hello',
  'vera.sokolova': 'MacBook',
};

/** The time at which a user added their passkey; undefined for users without one. */
function passkeySince({ timeline }: World, username: string): number | undefined {
  const place = Object.keys(passkeys).indexOf(username);
  return place < 0 ? undefined : timeline.daysAgo(40 + place * 17, 9);
}

/** Writes the sign-in log of the year, the last sign-ins, sessions and passkeys. */
export async function writeSignIns(world: World): Promise<void> {
  const { calls, timeline } = world;
  const members = await readMembers(world);
  const lines: Row[] = [];
  const last = new Map<string, number>();
  for (const member of members) {
    const at = signInsOf(world, member, lines);
    if (at !== undefined) last.set(member.id, at);
  }
  attack(world, members, lines);
  const recent = [...last].filter(([, at]) => at > timeline.now - 3 * day);
  const nameOf = new Map(members.map(({ id, username }) => [id, username]));
  await withConnection(calls.database, async (connection) => {
    await copyInto(
      connection,
      'sign_ins (id, at, user_id, outcome, client, address, agent, attempts, last_at, way)',
      lines,
    );
    await connection.query('delete from sessions');
    await connection.query('truncate last_sign_ins');
    await copyInto(
      connection,
      'last_sign_ins (user_id, at)',
      [...last].map(([id, at]) => [id, iso(at)]),
    );
    await copyInto(
      connection,
      'sessions (uid, user_id, created_at, seen_at, expires_at, proved_at, address, agent, amr)',
      recent.map(([id, at]) => {
        const amr = passkeys[nameOf.get(id) ?? ''] ? '{pop,user,mfa}' : '{pwd}';
        const seen = Math.min(at + world.draws.share() * 6 * hour, timeline.now - minute);
        return [
          randomBytes(16).toString('hex'),
          id,
          iso(at),
          iso(seen),
          iso(at + 14 * day),
          iso(at),
          addressOf(id),
          agentOf(id),
          amr,
        ];
      }),
    );
    await writePasskeys(world, connection, last);
  });
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

async function readMembers({ calls, timeline }: World): Promise<Member[]> {
  const { rows } = await calls.database.pool.query<{
    id: string;
    username: string;
    group: string | null;
    from: Date;
    to: Date | null;
  }>(`
    select c.user_id as id, u.username, c.set_at as "from", e.at as "to",
      (select g.name from memberships m join groups g on g.id = m.group_id where m.member_id = c.user_id order by m.no_from desc limit 1) as "group"
    from (select target_id::uuid as user_id, min(at) as set_at from change where action in ('user.activated', 'licet.set_up') group by 1) c
    join lateral (select username from users where id = c.user_id order by no_from desc limit 1) u on true
    left join lateral (
      select min(at) as at from change where target_id = c.user_id::text and action in ('user.deleted', 'user.suspended')
    ) e on true
    order by u.username`);
  return rows.map(({ id, username, group, from, to }) => ({
    id,
    username,
    group: group ?? '',
    from: new Date(from).getTime(),
    to: to ? new Date(to).getTime() : timeline.now,
  }));
}

/** Adds the lines of a user. Returns the time of their last sign-in. */
function signInsOf(world: World, { id, username, group, from, to }: Member, lines: Row[]): number | undefined {
  const { draws, timeline } = world;
  const shifts = /Ward|Nurses|Pharmacy|Physicians|Night|Drivers|Depot/.test(group);
  const night = group === 'Night desk';
  const atDesk = [addressOf(id), agentOf(id)] as const;
  const elsewhere = [addressOf(username), phoneOf(id)] as const;
  const away = [draws.share(), draws.share()].map((share) => timeline.now - share * 350 * day);
  const diligence = group === 'Physicians' || group === 'Audit' ? 0.18 : 0.62 + draws.share() * 0.3;
  let last: number | undefined;
  const passkey = passkeySince(world, username) ?? Number.POSITIVE_INFINITY;
  const add = (at: number, outcome: string, [address, agent]: readonly [string, string] = atDesk) =>
    lines.push([
      draws.id(Math.floor(at)),
      iso(at),
      id,
      outcome,
      clientOf(group, draws.share()),
      address,
      agent,
      1,
      null,
      outcome !== 'signed_in' ? null : at > passkey ? 'passkey' : 'password',
    ]);
  for (let date = Math.floor(from / day) * day; date < to; date += day) {
    const weekend = new Date(date).getUTCDay() % 6 === 0;
    const present = (weekend ? (shifts ? 0.4 : 0.02) : 1) * diligence;
    const isAway = away.some((start) => date >= start && date < start + (6 + (username.length % 8)) * day);
    const drawn = draws.share();
    const at = date + (night ? 18.6 : 6.2) * hour + draws.around(70, 0.5) * minute + Math.floor(draws.share() * minute);
    if (isAway || drawn > present || at <= from || at >= to) continue;
    const failing = draws.share();
    const where = draws.share() < 0.16 ? elsewhere : atDesk;
    if (failing < 0.045) add(at - (15 + draws.below(40)) * 1000, 'wrong_password', where);
    if (failing < 0.01) add(at - (60 + draws.below(40)) * 1000, 'wrong_password', where);
    if (passkeys[username] && failing > 0.985) add(at - 20_000, 'passkey_refused', where);
    add(at, 'signed_in', where);
    last = at;
    const out = at + (3 + draws.share() * 6) * hour;
    if (draws.share() < 0.12 && out < to) add(out, 'signed_out', where);
  }
  // A suspended user tries again.
  if (username === 'dmytro.kovalenko') for (const hours of [17.2, 17.3, 41.8]) add(to + hours * hour, 'suspended');
  return last;
}

function clientOf(group: string, drawn: number): string {
  if (/Platform|Audit/.test(group) || group === '' || (/leads/.test(group) && drawn < 0.35))
    return 'Licet console (licet)';
  if (/Finance|Regional/.test(group)) return 'Ledger web (ledger)';
  return /Depot|Drivers/.test(group) ? 'Depot scanners (depot)' : 'Ward terminals (ward)';
}

/** Mistyped names during the year, and one night in which a stranger guesses passwords. */
function attack({ draws, timeline }: World, members: readonly Member[], lines: Row[]): void {
  const agent = 'python-requests/2.32.5';
  const line = (
    at: number,
    user: string | null,
    outcome: string,
    address: string,
    by: string,
    attempts = 1,
    until?: number,
  ) =>
    lines.push([
      draws.id(Math.floor(at)),
      iso(at),
      user,
      outcome,
      'Licet console (licet)',
      address,
      by,
      attempts,
      until === undefined ? null : iso(until),
      null,
    ]);
  for (let days = 357; days > 1; days -= 3 + draws.below(8)) {
    const { id } = draws.of(members);
    line(timeline.daysAgo(days, 7 + draws.below(9)), null, 'unknown_name', addressOf(id), agentOf(id));
  }
  const begin = timeline.daysAgo(19, 2);
  for (let nth = 0; nth < 14; nth += 1) line(begin + nth * 4300, null, 'unknown_name', '192.0.2.77', agent);
  for (const [place, username] of ['chiara.benedetti', 'ingrid.solheim', 'kwame.boateng'].entries()) {
    const user = members.find((it) => it.username === username)?.id ?? null;
    const at = begin + (2 + place) * minute;
    for (let nth = 0; nth < 5; nth += 1) line(at + nth * 2100, user, 'wrong_password', '192.0.2.77', agent);
    line(at + 20_000, user, 'throttled', '192.0.2.77', agent, 31 + draws.below(60), at + 25 * minute);
  }
}

async function writePasskeys(world: World, connection: Connection, last: ReadonlyMap<string, number>): Promise<void> {
  const { draws, timeline } = world;
  const rows = Object.entries(passkeys).map(([username, name]): Row => {
    const id = world.user(username);
    const added = passkeySince(world, username) ?? timeline.now;
    const bytes = (count: number) => `\\x${randomBytes(count).toString('hex')}`;
    const synced = name !== 'YubiKey 5C' && name !== 'Windows Hello' ? 't' : 'f';
    return [
      draws.id(added),
      id,
      bytes(32),
      bytes(77),
      draws.below(200),
      '{internal}',
      synced,
      synced,
      't',
      name,
      iso(added),
      iso(last.get(id) ?? added),
    ];
  });
  await copyInto(
    connection,
    'passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, backup_eligible, verifies, name, created_at, last_used_at)',
    rows,
  );
}
