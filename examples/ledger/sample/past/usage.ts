import { copyInto } from '../../../../packages/server/src/store/import/run.ts';
import { withConnection } from '../../../../packages/server/src/store/kernel/database.ts';
import type { World } from './world.ts';

/** How often a user who works with a permission exercises it on a working day. */
const daily: Readonly<Record<string, number>> = {
  'ledger/invoices.read': 14,
  'ledger/invoices.write': 4.2,
  'ledger/invoices.send': 2.6,
  'ledger/invoices.approve': 3.4,
  'ledger/invoices.refund': 0.12,
  'ledger/invoices.void': 0.0015,
  'ledger/payments.read': 6.5,
  'ledger/payments.match': 5.1,
  'ledger/customers.read': 8.3,
  'ledger/customers.write': 0.7,
  'ledger/reports.read': 0.9,
  'ledger/reports.export': 0.08,
  'ledger/settings.write': 0.01,
  'ward/appointments.manage': 12.4,
  'ward/patients.read': 18.7,
  'ward/labs.status': 6.9,
  'ward/doses.prepare': 9.2,
  'depot/stock.read': 11.6,
  'depot/stock.move': 15.3,
  'depot/stock.write-off': 0.15,
  'depot/trips.read': 5.4,
  'depot/trips.plan': 1.9,
};

/** Users who hold a permission but do not exercise it. */
const idle: Readonly<Record<string, readonly string[]>> = {
  'ledger/reports.export': ['mateus.carvalho', 'ioana.dumitrescu'],
  'ledger/invoices.void': ['joao.pereira', 'layla.haddad', 'oluwaseun.adeyemi'],
  'ledger/settings.write': ['kwame.boateng'],
  'depot/trips.plan': ['bjrn.haugland'],
};
/** Users who hold roles and exercise none of their permissions, except those in `except`. */
const idleEverywhere = ['wei.ling', 'ngaire.parata', 'grace.tuilagi'];
/** The permissions that these users exercise nevertheless. */
const except: Readonly<Record<string, readonly string[]>> = {
  'grace.tuilagi': ['ward/appointments.manage', 'ward/patients.read'],
};

/** When each application began to report use, in days before the present. */
const reporting: Readonly<Record<string, number>> = { ledger: 341, ward: 300, depot: 247 };

const [hour, day] = [3_600_000, 86_400_000];
/** Work begins at this time of the day. */
const begins = 8 * hour;

interface Worker {
  readonly user: string;
  /** The user's share of the usual work. */
  readonly pace: number;
  readonly since: number;
}

/** Writes what the applications report about the use of permissions. */
export class Usage {
  readonly #world: World;
  /** The holders of each permission at the last call. */
  readonly #holders = new Map<string, ReadonlySet<string>>();
  /** The first day that is not written yet. */
  #from = Number.NEGATIVE_INFINITY;

  constructor(world: World) {
    this.#world = world;
  }

  /** Writes the use since the last call until the time of the clock, by the users who hold the permissions then. */
  async write(): Promise<void> {
    const { calls, timeline, draws } = this.#world;
    const until = calls.clock.now;
    const days: (string | number)[][] = [];
    const users = new Map<string, (string | number)[]>();
    for (const { id, app, application, name } of await this.#permissions()) {
      const named = `${application}/${name}`;
      const rate = daily[named];
      if (rate === undefined) continue;
      const workers = await this.#workers(id, application, name);
      const lasts = new Map<string, number>();
      const start = Math.max(this.#from, timeline.now - (reporting[application] ?? 0) * day);
      for (let at = Math.floor(start / day) * day; at <= until - begins; at += day) {
        const there = workers.filter(({ since }) => since <= at);
        const usual = rate * factorOf(at, application) * Math.min(1, (until - at) / day);
        const total = there.reduce((sum, { pace }) => sum + pace, 0) * usual;
        const count = Math.floor(total * (0.7 + draws.share() * 0.6) + draws.share());
        if (count < 1 || there.length === 0) continue;
        const during = () => at + begins + Math.min(10 * hour, until - at - begins) * draws.share();
        const last = Math.max(during(), during());
        days.push([app, id, new Date(at).toISOString().slice(0, 10), count, new Date(last).toISOString()]);
        const some = there.filter(({ pace }) => draws.share() < 1 - Math.exp(-pace * usual));
        for (const { user } of some.length > 0 ? some : [draws.of(there)]) lasts.set(user, Math.min(last, during()));
      }
      for (const [user, last] of lasts) users.set(`${id} ${user}`, [app, id, user, new Date(last).toISOString()]);
    }
    await this.#store(days, [...users.values()]);
    this.#from = Math.floor((until - begins) / day) * day + day;
  }

  /**
   * The users who hold a permission and work with it, and since when. Users who entered a group since the last call
   * count from the next call on.
   */
  async #workers(id: string, application: string, permission: string): Promise<Worker[]> {
    const { calls, draws } = this.#world;
    const query = { permission, limit: '200' };
    const { items } = await calls.as('operator', 'access.holders', { params: { application }, query });
    const before = this.#holders.get(id);
    this.#holders.set(id, new Set(items.map(({ user }) => user.id)));
    return items.flatMap(({ user, paths }) => {
      const pace = paceOf(`${application}/${permission}`, user.detail ?? '', draws.share());
      const granted = Math.min(...paths.map(({ starts }) => Date.parse(starts)));
      const since = before?.has(user.id) ? this.#from : before && granted < this.#from ? undefined : granted;
      return user.kind === 'user' && pace > 0 && since !== undefined ? [{ user: user.id, pace, since }] : [];
    });
  }

  async #permissions() {
    const { rows } = await this.#world.calls.database.pool.query<{
      id: string;
      app: string;
      application: string;
      name: string;
    }>(
      `select p.id, p.app_id as app, a.key as application, p.name from permissions p join applications a on a.id = p.app_id
       where p.no_to = 9223372036854775807 and a.no_to = 9223372036854775807 and not a.built_in order by a.key, p.name`,
    );
    return rows;
  }

  async #store(days: (string | number)[][], users: (string | number)[][]): Promise<void> {
    await withConnection(this.#world.calls.database, async (connection) => {
      await copyInto(connection, 'usage_days (app_id, permission_id, day, count, last_at)', days);
      await connection.query(
        'create temporary table if not exists used (app_id uuid, permission_id uuid, user_id uuid, last_at timestamptz); truncate used',
      );
      await copyInto(connection, 'used (app_id, permission_id, user_id, last_at)', users);
      await connection.query(
        `insert into usage_users as u (app_id, permission_id, user_id, last_at) select app_id, permission_id, user_id, last_at from used
         on conflict (user_id, permission_id) do update set last_at = greatest(u.last_at, excluded.last_at)`,
      );
    });
  }
}

/** The share of the usual work that a user does. */
function paceOf(permission: string, username: string, drawn: number): number {
  if (idle[permission]?.includes(username)) return 0;
  if (idleEverywhere.includes(username) && !except[username]?.includes(permission)) return 0;
  return 0.25 + drawn * 1.5;
}

/** Wards work every day. Offices and the depot rest at weekends, and offices have more to do at the end of a month. */
function factorOf(at: number, application: string): number {
  const date = new Date(at);
  if (date.getUTCDay() % 6 === 0) return application === 'ward' ? 0.55 : 0.002;
  return application === 'ledger' && date.getUTCDate() >= 27 ? 1.35 : 1;
}
