// Measures how much traces and logs to a collector add to a request. Compares the processor time of a token grant without telemetry, with
// all requests traced, and with one in twenty traced, in turns.
// npx node bench/telemetry.ts [seconds of a turn] [turns]. Linux only, because it reads /proc.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { costOfGrants, programOf } from './grants.ts';

const seconds = Number(process.argv[2] ?? 5);
const turns = Number(process.argv[3] ?? 6);
let spans = 0;
const collector = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    spans += text.split('"spanId"').length - 1;
    response.end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const on = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_BSP_MAX_QUEUE_SIZE: '100000',
};
const ways = [
  { name: 'off', environment: {} },
  { name: 'all requests', environment: on },
  {
    name: 'one in twenty',
    environment: { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
  },
];
const licets = [];
try {
  for (const { environment } of ways)
    licets.push(await startLicet({ environment: { ...withAdministrator, ...environment } }));
  const programs = await Promise.all(licets.map(programOf));
  const taken = ways.map(() => [] as number[]);
  for (let turn = -1; turn < turns; turn += 1)
    for (const [index, licet] of licets.entries()) {
      const cost = await costOfGrants(licet, programs[index] ?? '', seconds);
      if (turn >= 0) taken[index]?.push(cost);
    }
  // The shortest turn of each server counts, because other load on the machine only makes turns longer.
  for (const [index, { name }] of ways.entries()) {
    const costs = taken[index] ?? [];
    const least = Math.min(...costs).toFixed(0);
    console.log(`${name.padEnd(14)} ${least} µs a grant   (${costs.map((it) => it.toFixed(0)).join(' ')})`);
  }
  console.log(`${spans.toLocaleString('en')} spans were received`);
} finally {
  for (const licet of licets) {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
  collector.close();
}
