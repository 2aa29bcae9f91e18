// Compares the token endpoint of this checkout with the token endpoint of another checkout. Prints the processor time
// of the server and of PostgreSQL per request. The rounds alternate, so that other load on the machine affects both.
// node bench/token-endpoint.ts ../licet-before [seconds of a round] [rounds] [filter: a part of a request's name]
// Both checkouts need their node_modules.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as LicetOfTests from '../e2e/licet.ts';
import { postgresOf, processorOf } from './processes.ts';
import { openShop, people, post } from './shop.ts';

const [, , other, secondsGiven = '4', roundsGiven = '7', only = ''] = process.argv;
const [seconds, rounds] = [Number(secondsGiven), Number(roundsGiven)];

type Side = Awaited<ReturnType<typeof open>>;

/** Processor time per request in milliseconds. */
interface Cost {
  readonly server: number;
  readonly database: number;
}

/** Sends one or more requests as one client. Resolves to the number of requests. */
type Work = (side: Side, client: number) => Promise<number>;

const works: Readonly<Record<string, Work>> = {
  'client credentials': async (side) => {
    await post(side.tokens, { grant_type: 'client_credentials' }, side.service);
    return 1;
  },
  refresh: async (side, client) => {
    await side.refresh(client);
    return 1;
  },
  // After a change, every server discards its cached access. The figure includes the change itself, which costs the
  // same on both sides.
  'ten refreshes after a change': async (side, client) => {
    if (client > 0) return 0;
    await side.change();
    await Promise.all(Array.from({ length: people }, (_, each) => side.refresh(each)));
    return people;
  },
  'sign-in': async (side, client) => {
    await side.signIn(client);
    return 1;
  },
};

if (!other) {
  console.log('Nothing measured: name the other checkout.');
  process.exit(0);
}
const sides: Side[] = [];
try {
  sides.push(await open(resolve(other)), await open(resolve(import.meta.dirname, '..')));
  for (const [name, work] of Object.entries(works)) if (name.includes(only)) console.table(await pairs(name, work));
  console.log(
    `${people} clients, ${rounds} rounds of ${seconds} s a side after one to warm; load of the machine ${readFileSync('/proc/loadavg', 'utf8').slice(0, 14)}.`,
  );
} finally {
  for (const { stop } of sides) await stop();
}

async function pairs(name: string, work: Work): Promise<Record<string, string>[]> {
  const costs = sides.map((): Cost[] => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const index of round % 2 ? [1, 0] : [0, 1]) {
      const side = sides[index];
      if (!side) continue;
      const cost = await measure(side, work);
      if (round > 0) costs[index]?.push(cost);
    }
  const [before = [], after = []] = costs;
  const figures = {
    server: (it: Cost) => it.server,
    PostgreSQL: (it: Cost) => it.database,
    both: (it: Cost) => it.server + it.database,
  };
  return Object.entries(figures).map(([of, take]) => ({
    what: `${name}, ${of}`,
    'before, ms': spread(before.map(take)),
    'after, ms': spread(after.map(take)),
    'after to before': spread(after.map((it, round) => take(it) / take(before[round] ?? it))),
  }));
}

/** Formats the median, the minimum and the maximum. */
function spread(all: readonly number[]): string {
  const sorted = all.toSorted((one, another) => one - another);
  const [least = Number.NaN, middle = Number.NaN, most = Number.NaN] = [
    sorted[0],
    sorted[sorted.length >> 1],
    sorted.at(-1),
  ];
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

async function measure(side: Side, work: Work): Promise<Cost> {
  const before = side.processor();
  const end = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: people }, async (_, client) => {
      for (let done = 1; done > 0 && performance.now() < end; ) {
        done = await work(side, client);
        count += done;
      }
    }),
  );
  const after = side.processor();
  return { server: (after.server - before.server) / count, database: (after.database - before.database) / count };
}

async function open(checkout: string) {
  const { startLicet, administrator, withAdministrator, removeDataDirectory } = (await import(
    pathToFileURL(`${checkout}/e2e/licet.ts`).href
  )) as typeof LicetOfTests;
  const licet = await startLicet({ environment: withAdministrator });
  const shop = await openShop(licet, administrator.password);
  const group = await licet.operator.groups.create({ body: { name: 'Changed again and again', description: '' } });
  const held: string[] = [];
  for (let person = 0; person < people; person += 1) held.push((await shop.signIn(person)).refresh_token ?? '');
  let changes = 0;
  return {
    ...shop,
    refresh: async (client: number) => {
      const refresh_token = held[client] ?? '';
      const body = { grant_type: 'refresh_token', client_id: shop.browser, refresh_token };
      held[client] = (await post(shop.tokens, body)).refresh_token ?? '';
    },
    change: async () => {
      changes += 1;
      const body = { description: `Changed ${changes} times.` };
      await licet.operator.groups.update({ params: { group: group.id }, body });
    },
    processor: (): Cost => ({
      server: processorOf([licet.pid]),
      database: processorOf(postgresOf(licet.dataDirectory)),
    }),
    stop: async () => {
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
  };
}
