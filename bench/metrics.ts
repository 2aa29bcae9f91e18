// What measuring costs a request: the recording alone, and the processor time of a whole request with metrics off and on, in turns.
// npx node bench/metrics.ts [seconds of a turn] [turns]. Linux only: it reads /proc. Target: under 2 %.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { freePort, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { answers } from '../packages/server/src/http/answers.ts';
import { tokenRequests } from '../packages/server/src/oidc/token-requests.ts';
import { openMetrics } from '../packages/server/src/watching/metrics.ts';

const seconds = Number(process.argv[2] ?? 5);
const turns = Number(process.argv[3] ?? 6);

/** Microseconds that saying what a grant of a token says takes. */
function recording(): number {
  const times = 300_000;
  const begun = performance.now();
  for (let index = 0; index < times; index += 1) {
    answers.publish({ operation: '/oidc/token', status: 200, seconds: 0.001 });
    tokenRequests.publish({ grantType: 'client_credentials', issued: true });
  }
  return ((performance.now() - begun) / times) * 1000;
}

recording();
const unheard = recording();
const none = { running: 0, waiting: 0 };
const pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 10 } };
const streams = () => ({ tabs: 0, services: 0 });
const folders = { backups: async () => null, checkpoints: async () => null };
const metrics = openMetrics(
  { version: '', pool, hashing: () => none, streams, jobs: async () => [], ready: async () => true, folders },
  console.error,
);
recording();
const heard = recording();
const begun = performance.now();
const { length } = await metrics.read();
const read = performance.now() - begun;
metrics.close();
console.log(`recording what a grant says   ${heard.toFixed(2)} µs   (while nobody listens ${unheard.toFixed(2)} µs)`);
console.log(`reading all of it once           ${read.toFixed(1)} ms, ${length.toLocaleString('en')} characters`);

const port = await freePort();
const licets = [
  await startLicet({ environment: withAdministrator }),
  await startLicet({ environment: { ...withAdministrator, LICET_METRICS_PORT: String(port) } }),
] as const;
try {
  const programs = await Promise.all(licets.map(programOf));
  const taken: [number[], number[]] = [[], []];
  for (let turn = -1; turn < turns; turn += 1)
    for (const which of [0, 1] as const) {
      const cost = await turnOf(licets[which], programs[which] ?? '', which === 1);
      if (turn >= 0) taken[which].push(cost); // the first of each is for warming
    }
  // The least disturbed turn of each: whoever else is on the machine only ever makes it longer.
  const [off, on] = [Math.min(...taken[0]), Math.min(...taken[1])];
  const show = (costs: readonly number[]) => costs.map((cost) => cost.toFixed(0)).join(' ');
  console.log(`processor time of a grant, off  ${off.toFixed(0)} µs   (${show(taken[0])})`);
  console.log(`processor time of a grant, on   ${on.toFixed(0)} µs   (${show(taken[1])})`);
  console.log(`whole, least disturbed turns    ${((on / off - 1) * 100).toFixed(1)} %   (target 2 %)`);
  console.log(`recording alone                 ${((heard / off) * 100).toFixed(2)} %   (target 2 %)`);
} finally {
  for (const licet of licets) {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
}

/** Microseconds of processor time that the server took for each grant. */
async function turnOf(licet: RunningLicet, credentials: string, scraped: boolean): Promise<number> {
  // Once in a turn, which is more often than Prometheus does unless told.
  const reading = setTimeout(() => scraped && void scrape(), seconds * 500);
  const before = processorTime(licet.pid);
  const result = await autocannon({
    url: `${licet.url}/oidc/token`,
    method: 'POST',
    connections: 10,
    duration: seconds,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  clearTimeout(reading);
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} grants failed.`);
  return (processorTime(licet.pid) - before) / result.requests.total;
}

async function scrape(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** Microseconds, of all threads; the kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function programOf({ operator }: RunningLicet): Promise<string> {
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const made = await operator.clients.create({
    params: { application: 'ledger' },
    body: { name: 'API', kind: 'service' },
  });
  return btoa(`${made.client.id}:${made.secret}`);
}
