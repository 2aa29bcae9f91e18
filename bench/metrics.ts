// Measures how much metrics add to a request. Measures the recording alone, and the processor time of a whole request with metrics off and
// on, in turns.
// npx node bench/metrics.ts [seconds of a turn] [turns]. Linux only, because it reads /proc. Target: under 2 %.
import { removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { answers } from '../packages/server/src/http/problems.ts';
import { tokenRequests } from '../packages/server/src/identity/provider/tokens.ts';
import { openMetrics } from '../packages/server/src/watching/metrics.ts';
import { freePort } from '../scripts/free-port.ts';
import { costOfGrants, programOf } from './grants.ts';

const seconds = Number(process.argv[2] ?? 5);
const turns = Number(process.argv[3] ?? 6);

/** Measures the microseconds that one token grant spends on recording metrics. */
function recording(): number {
  const times = 300_000;
  const start = performance.now();
  for (let index = 0; index < times; index += 1) {
    answers.publish({ operation: '/oidc/token', status: 200, seconds: 0.001 });
    tokenRequests.publish({ grantType: 'client_credentials', issued: true });
  }
  return ((performance.now() - start) / times) * 1000;
}

recording();
const unheard = recording();
const none = { running: 0, waiting: 0 };
const pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 10 } };
const streams = () => ({ tabs: 0, services: 0 });
const folders = { backups: async () => null, checkpoints: async () => null };
const metrics = openMetrics(
  {
    version: '',
    pool,
    hashing: () => none,
    streams,
    jobs: async () => [],
    ready: async () => true,
    folders,
    directories: async () => ({}),
    eventsWaiting: async () => null,
  },
  console.error,
);
recording();
const heard = recording();
const start = performance.now();
const { length } = await metrics.read();
const read = performance.now() - start;
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
      // Scrapes the metrics once per turn. Prometheus scrapes less often by default.
      const reading = setTimeout(() => which === 1 && void scrape(), seconds * 500);
      const cost = await costOfGrants(licets[which], programs[which] ?? '', seconds);
      clearTimeout(reading);
      if (turn >= 0) taken[which].push(cost);
    }
  // The shortest turn of each server counts, because other load on the machine only makes turns longer.
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

async function scrape(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}
