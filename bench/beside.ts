// Compares the API of this checkout with the API of another checkout, on the same real data and with 10 clients. The checkouts take turns.
// Prints for each call the calls per second, p50, p95, and the processor time of the server and of PostgreSQL.
// node bench/beside.ts ../licet-before [seconds of a turn] [turns] [part of a call's name]
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { consoleClientId } from '@licet/contract';
import autocannon from 'autocannon';
import * as openid from 'openid-client';
import type * as LicetOfTests from '../e2e/licet.ts';
import { realData } from '../e2e/shared.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { postgresOf, processorOf } from './processes.ts';

const [, , other, secondsGiven = '3', turnsGiven = '3', only = ''] = process.argv;
const seconds = Number(secondsGiven);
const turns = Number(turnsGiven);
const connections = 10;

type Side = Awaited<ReturnType<typeof open>>;

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly failed: number;
  /** Processor time per call in milliseconds. */
  readonly server: number;
  readonly database: number;
}

const elsewhere = process.env.LICET_REAL_DATA;
if (!(realData.folder ?? elsewhere) || !other) {
  console.log(`Nothing measured: ${realData.missing ?? 'name the other checkout'}.`);
  process.exit(0);
}
const folder = realData.folder ?? elsewhere ?? '';
const sides: Side[] = [];
try {
  for (const [name, checkout] of [
    ['before', resolve(other)],
    ['after', resolve(import.meta.dirname, '..')],
  ] as const)
    sides.push(await open(name, checkout));
  const names = Object.keys(paths([]));
  const rows: Record<string, string>[] = [];
  for (const call of names) {
    if (!call.includes(only)) continue;
    const measured = sides.map((): Measured[] => []);
    for (let turn = 0; turn <= turns; turn += 1)
      for (const index of turn % 2 ? [1, 0] : [0, 1]) {
        const side = sides[index];
        if (!side) continue;
        const found = await measure(side, paths(side.users)[call] ?? (() => ''));
        if (turn > 0) measured[index]?.push(found);
      }
    for (const [index, all] of measured.entries()) rows.push(row(call, sides[index]?.name ?? '', all));
  }
  console.table(rows);
  console.log(
    `${connections} clients, ${turns} turns of ${seconds} s each, medians; server, database and load share this machine's processors.`,
  );
} finally {
  for (const { stop } of sides) await stop();
}

function paths(
  users: readonly { readonly id: string; readonly username: string }[],
): Record<string, (index: number) => string> {
  const anyone = (index: number) => users[(index * 37) % users.length];
  const permission = (index: number) => `p${1 + ((index * 53) % 1587)}`;
  return {
    me: () => '/me',
    'list of users': () => '/users?limit=50',
    'users by last sign-in': () => '/users?sort=-lastSignInAt&limit=50',
    'search for users': (index: number) => `/users?q=${anyone(index)?.username}`,
    'list of permissions': () => '/applications/americas/permissions?limit=50',
    'list of roles': () => '/applications/americas/roles?limit=50',
    'list of grants': () => '/applications/americas/grants?limit=50&sort=principal',
    'search for grants': (index: number) => `/applications/americas/grants?q=${anyone(index)?.username}`,
    audit: () => '/audit/events?limit=50',
    'palette search': (index: number) => `/search?q=u${index % 300}`,
    'effective access': (index: number) => `/applications/americas/access/${anyone(index)?.id}?limit=50`,
    'one decision': (index: number) =>
      `/applications/americas/decision?user=${anyone(index)?.username}&permission=${permission(index)}`,
    'holders of a permission': (index: number) => `/applications/americas/holders?permission=${permission(index)}`,
  };
}

/** Starts Licet from a checkout and imports the real data. */
async function open(name: string, checkout: string) {
  const { startLicet, administrator, withAdministrator, removeDataDirectory } = (await import(
    pathToFileURL(`${checkout}/e2e/licet.ts`).href
  )) as typeof LicetOfTests;
  const log = { LICET_LOG_LEVEL: process.env.LICET_LOG_LEVEL ?? 'info' };
  const licet = await startLicet({ environment: { ...withAdministrator, ...log } });
  await licet.operator.applications.create({ body: { id: 'americas', name: 'Americas' } });
  const body = readFileSync(`${folder}americas_small.tsv`, 'utf8');
  const imported = { params: { application: 'americas' }, query: { kind: 'permissions' }, body } as const;
  await (await licet.operator.access.import(imported)).text();
  const config = await openid.discovery(new URL(licet.url), consoleClientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const token = async () => {
    const { email: login, password } = administrator;
    const redirectUri = `${licet.url}/callback`;
    const signed = await signIn(config, { issuer: licet.url, clientId: consoleClientId, redirectUri, login, password });
    return signed.access_token;
  };
  return {
    name,
    url: licet.url,
    users: (await licet.operator.users.list({ query: { limit: 200 } })).items,
    token,
    processor: () => ({ server: processorOf([licet.pid]), database: processorOf(postgresOf(licet.dataDirectory)) }),
    stop: async () => {
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
  };
}

async function measure(side: Side, path: (index: number) => string): Promise<Measured> {
  const authorization = `Bearer ${await side.token()}`;
  const requests = Array.from({ length: 500 }, (_, index) => ({
    method: 'GET' as const,
    path: `/api/v1${path(index)}`,
  }));
  const before = side.processor();
  const result = await autocannon({
    url: side.url,
    connections,
    duration: seconds,
    requests,
    headers: { authorization },
  });
  const after = side.processor();
  const count = result.requests.total;
  // Autocannon reports no 95th percentile. Uses the 97.5th percentile instead, which is never lower.
  const { p50, p97_5: p95 } = result.latency;
  return {
    rate: count / result.duration,
    p50,
    p95,
    failed: result.non2xx + result.errors,
    server: (after.server - before.server) / count,
    database: (after.database - before.database) / count,
  };
}

function row(call: string, side: string, all: readonly Measured[]): Record<string, string> {
  const median = (of: (it: Measured) => number) => all.map(of).sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  return {
    call,
    side,
    'a second': median(({ rate }) => rate).toFixed(0),
    'p50 ms': median(({ p50 }) => p50).toFixed(0),
    'p97.5 ms': median(({ p95 }) => p95).toFixed(0),
    'server, ms a call': median(({ server }) => server).toFixed(2),
    'PostgreSQL, ms a call': median(({ database }) => database).toFixed(2),
    failed: String(all.reduce((sum, { failed }) => sum + failed, 0)),
  };
}
