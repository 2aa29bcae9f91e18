import { randomBytes } from 'node:crypto';
import { Draws } from '../../../../bench/organisation/draws.ts';
import { createHashing, type Hashing } from '../../../../packages/server/src/identity/factors/hashing.ts';
import { secretsOf } from '../../../../packages/server/src/identity/keys/secrets.ts';
import { checks } from '../../../../packages/server/src/store/checks.ts';
import { refreshStatistics } from '../../../../packages/server/src/store/import/run.ts';
import { type Database, openDatabase } from '../../../../packages/server/src/store/kernel/database.ts';
import { migrate } from '../../../../packages/server/src/store/kernel/migrate.ts';
import { ensureLicet } from '../../../../packages/server/src/store/licet/licet.ts';
import type { Context } from '../../../../packages/server/src/usecases/context.ts';
import { bootstrapAdmin } from '../../../../packages/server/src/usecases/setup/index.ts';
import type { LedgerClients } from '../ledger-clients.ts';
import { samplePassword } from '../members.ts';
import { Calls, Clock } from './calls.ts';
import { planCatalogue } from './catalogue.ts';
import { readFiles } from './files.ts';
import { planGrants } from './grants.ts';
import { ingrid, planPeople } from './people.ts';
import { planRequests } from './requests.ts';
import { planMishaps, planReviews } from './reviews.ts';
import { writeSignIns } from './sign-ins.ts';
import { Timeline } from './timeline.ts';
import { Usage } from './usage.ts';
import { World } from './world.ts';

/**
 * When `Usage` writes the use since the last report, in days before the present: before a review opens, and after users
 * joined.
 */
const reports = [273, 205, 140, 110, 75, 54, 36, 17, 8, 4];

export interface PastOptions {
  readonly connectionString: string;
  /** The public addresses of Licet and of Ledger. */
  readonly issuer: string;
  readonly ledger: string;
  /** The present, in milliseconds since 1970. */
  readonly now?: number;
}

/** The days between the first event and the present. */
const year = 364;

/**
 * Fills an empty database with the organisation Aurelia and its past year. The calls of the contract make every change
 * at its time, so that facts, events and the audit chain agree. Use and sign-ins are not changes, so they are copied.
 * The same present date produces the same organisation, except for ids. Returns the clients of Ledger.
 */
export async function makePast({
  connectionString,
  issuer,
  ledger,
  now = Date.now(),
}: PastOptions): Promise<LedgerClients> {
  const draws = new Draws(24);
  const clock = new Clock(now);
  const timeline = new Timeline(now, clock, draws);
  clock.now = timeline.daysAgo(year, 8);
  const database = openDatabase({ checks, connectionString, clockOffset: clock.offset });
  try {
    await migrate(database);
    await ensureLicet(database, issuer);
    const parts = await partsOf(database, issuer);
    await bootstrapAdmin(parts, { email: `${ingrid}@aurelia.example`, password: samplePassword });
    const world = new World(new Calls(parts, clock), timeline, draws);
    await world.readIds();
    const declared = readFiles();
    timeline.at(timeline.daysAgo(363, 9), () => nameHouse(world));
    planCatalogue(world, declared);
    planPeople(world, declared);
    planGrants(world);
    planRequests(world);
    planReviews(world);
    planMishaps(world);
    const usage = new Usage(world);
    for (const days of reports) timeline.at(timeline.daysAgo(days, 5), () => usage.write());
    let clients: LedgerClients | undefined;
    timeline.at(timeline.daysAgo(361, 13), async () => {
      clients = await registerClients(world, ledger);
    });
    timeline.at(timeline.daysAgo(361, 14), () => registerDevices(world, 'ward', 'Ward terminals'));
    timeline.at(timeline.daysAgo(249, 13), () => registerDevices(world, 'depot', 'Depot scanners'));
    await timeline.run();
    clock.now = now;
    await usage.write();
    await writeSignIns(world);
    await tidy(database);
    if (!clients) throw new Error('The clients of Ledger were not registered.');
    return clients;
  } finally {
    await database.close();
  }
}

/** The environment of the calls. */
export async function partsOf(database: Database, issuer: string): Promise<Omit<Context, 'caller' | 'origin'>> {
  const hashing = await oneHash();
  return { database, issuer, hashing, secrets, upstream: noProviders, rotateKeys: async () => undefined };
}

/** Nothing that the past stores is encrypted, so the key is thrown away. */
const secrets = secretsOf(randomBytes(32));

const noProviders = new Proxy({} as Context['upstream'], {
  get: () => {
    throw new Error('The past has no external providers.');
  },
});

/** Hashes the password of the sample once, because hashing it for each user would take seconds. */
async function oneHash(): Promise<Hashing> {
  const hashing = await createHashing({ secrets, importedCosts: async () => [] });
  const hash = await hashing.hash(samplePassword);
  return { ...hashing, hash: async (password) => (password === samplePassword ? hash : hashing.hash(password)) };
}

async function nameHouse(world: World): Promise<void> {
  const params = { user: world.user(ingrid) };
  await world.as(ingrid, 'users.update', { params, body: { name: 'Ingrid Solheim' } });
  await world.as(ingrid, 'settings.update', { body: { organisation: 'Aurelia' } });
}

async function registerClients(world: World, ledger: string): Promise<LedgerClients> {
  const params = { application: 'ledger' };
  const web = await world.as('operator', 'clients.create', {
    params,
    body: {
      name: 'Ledger web',
      kind: 'browser',
      redirectUris: [`${ledger}/`],
      postLogoutRedirectUris: [`${ledger}/`],
      webOrigins: [ledger],
    },
  });
  const service = await world.as('operator', 'clients.create', {
    params,
    body: { name: 'Ledger API', kind: 'service', keysEndAt: null },
  });
  return { web: web.client.id, service: { id: service.client.id, secret: service.secret ?? '' } };
}

/** Ward and Depot sign people in on devices. No program of the sample uses these clients. */
const registerDevices = (world: World, application: string, name: string) =>
  world.as('operator', 'clients.create', { params: { application }, body: { name, kind: 'device' } });

/** Removes the mails of the past, which would wait for a mail server, and dates the passwords. */
async function tidy(database: Database): Promise<void> {
  await database.pool.query(`delete from mails where queued_at < now() - interval '2 days'`);
  await database.pool.query(`delete from jobs where data->>'mail' is not null and not exists (select from mails)`);
  await database.pool.query(`
    update credentials c set set_at = h.at from (
      select target_id, max(at) as at from change where action in ('user.activated', 'licet.set_up') group by 1
    ) h where h.target_id = c.user_id::text`);
  await refreshStatistics(database);
}
