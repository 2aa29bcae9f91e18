// Measures the size of an organisation's database, and how much a month of sign-ins and changes adds. Produces the
// figures of docs/operations/growth.md.
// Starts one server with 500 users and one with 10,000 users, each with a year of changes. Users sign in, refresh and
// receive grants. Measures the tables before and after.
// - `node bench/growth.ts` takes 5 minutes.
// - `node bench/growth.ts 500` measures one size.
// - `node bench/growth.ts 500 40` makes 40 sign-ins and 40 changes instead of 400.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import * as openid from 'openid-client';
import pg from 'pg';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { makeOrganisation } from './organisation/make.ts';

const [, , size, some = '400'] = process.argv;
const times = Number(some);
const password = 'maple kettle drifts over sand';
/** The activity of one user per month: 22 sign-ins, one per working day, and two changes of the user's access. */
const month = { signIns: 22, changes: 2 };
/** The number of users of `bench/organisation` at full size. */
const people = 100_000;

interface Size {
  readonly people: number;
  readonly megabytes: number;
  readonly perSignIn: number;
  readonly perChange: number;
  /** The bytes that a session occupies until it expires. */
  readonly perSession: number;
}

/** The rows of these tables expire with the session. Rows of the audit log stay. */
const ofSessions = ['sessions', 'oidc_records', 'known_browsers', 'sign_in_steps', 'dpop_proofs', 'permission_lists'];

for (const each of size === undefined ? [500, 10_000] : [Number(size)]) tell(await measure(each));

async function measure(count: number): Promise<Size> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'licet-growth-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDirectory, log: quiet });
  await makeOrganisation({ connectionString: embedded.connectionString, share: count / people });
  await embedded.stop();
  const licet = await startLicet({ dataDirectory, environment: withAdministrator });
  const database = new pg.Client({ connectionString: licet.databaseUrl() });
  await database.connect();
  try {
    const world = await prepare(licet);
    await world.signIn(0);
    const before = await sizes(database);
    const megabytes = await wholeSize(database);
    for (let at = 0; at < times; at += 1) await world.signIn(at);
    const signedIn = await sizes(database);
    for (let at = 0; at < times / 2; at += 1) await world.change(at);
    const changed = await sizes(database);
    const grown = grownBetween(before, signedIn);
    const sessions = grown.filter(([table]) => ofSessions.includes(table));
    return {
      people: count,
      megabytes,
      perSignIn: (sum(grown) - sum(sessions)) / times,
      perSession: sum(sessions) / times,
      perChange: sum(grownBetween(signedIn, changed)) / times,
    };
  } finally {
    await database.end();
    await licet.stop();
    removeDataDirectory(dataDirectory);
  }
}

async function prepare({ url, operator }: RunningLicet) {
  const application = (await operator.applications.list({ query: { limit: 20 } })).items.find(
    ({ id }) => id !== 'licet',
  );
  if (!application) throw new Error('The organisation has no application.');
  const params = { application: application.id };
  const redirectUri = 'http://localhost:5173/';
  const { client } = await operator.clients.create({
    params,
    body: { name: 'Growth', kind: 'browser', redirectUris: [redirectUri], webOrigins: ['http://localhost:5173'] },
  });
  const { items } = await operator.users.list({ query: { limit: 100, sort: 'name' } });
  const users = items.filter(({ status }) => status !== 'suspended').slice(0, 50);
  for (const { id } of users) await givePassword(operator, id);
  const role = (await operator.roles.create({ params, body: { name: 'growth' } })).id;
  const config = await openid.discovery(new URL(url), client.id, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const person = (at: number) => users[at % users.length] ?? fail();
  return {
    signIn: async (at: number) => {
      const login = person(at).username;
      const tokens = await signIn(config, { issuer: url, clientId: client.id, redirectUri, login, password });
      await openid.refreshTokenGrant(config, tokens.refresh_token ?? fail());
    },
    change: async (at: number) => {
      const principal = { kind: 'user', id: person(at).id } as const;
      const made = await operator.grants.create({
        params,
        body: { principal, gives: { kind: 'role', id: role }, reason: 'Stands in for somebody this week' },
      });
      await operator.grants.revoke({ params: { ...params, grant: made.id }, ifMatch: made.version });
    },
  };
}

async function givePassword(operator: Client, user: string): Promise<void> {
  const { url } = await operator.users.passwordLink({ params: { user } });
  await operator.passwords.set({ body: { token: new URL(url).hash.slice('#token='.length), password } });
}

function fail(): never {
  throw new Error('The organisation has no users or no role to measure with.');
}

async function sizes(database: pg.Client): Promise<Map<string, number>> {
  await database.query('vacuum');
  const { rows } = await database.query<{ table: string; bytes: string }>(
    `select c.relname as table, pg_total_relation_size(c.oid) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

/** The size of the whole database in MB, including system tables, without the write-ahead log. */
async function wholeSize(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes) / 1e6;
}

function grownBetween(before: Map<string, number>, after: Map<string, number>): (readonly [string, number])[] {
  const grown = [...after].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)] as const);
  return grown.filter(([, bytes]) => bytes > 0);
}

function sum(of: readonly (readonly [string, number])[]): number {
  return of.reduce((total, [, bytes]) => total + bytes, 0);
}

function tell({ people: count, megabytes, perSignIn, perChange, perSession }: Size): void {
  const monthly = {
    signIns: (month.signIns * perSignIn * count) / 1e6,
    changes: (month.changes * perChange * count) / 1e6,
  };
  const kept = limits.signInsKept.value;
  console.log(`\n${count.toLocaleString('en')} people with a year of changes: ${megabytes.toFixed(0)} MB`);
  console.log(
    `  a sign-in adds ${perSignIn.toFixed(0)} bytes, kept ${kept} days; a change ${perChange.toFixed(0)} bytes, kept for good`,
  );
  console.log(`  a session holds ${perSession.toFixed(0)} bytes while it lasts`);
  console.log(
    `  a month of ${month.signIns} sign-ins a person: ${monthly.signIns.toFixed(1)} MB; of ${month.changes} changes: ${monthly.changes.toFixed(1)} MB`,
  );
  console.log(
    `  the sign-in log full, after ${kept} days: ${((monthly.signIns * kept) / 30.4).toFixed(0)} MB; changes in a year: ${(monthly.changes * 12).toFixed(0)} MB`,
  );
}
