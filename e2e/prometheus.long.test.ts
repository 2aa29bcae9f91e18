import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { endAll } from './end-all.ts';
import { type RunningLicet, startLicet, withAdministrator } from './licet.ts';
import { deployedWatching, type Prometheus, prometheusMissing, startPrometheus } from './prometheus.testing.ts';

const why = prometheusMissing();
if (why !== undefined) console.log(`Skipped a real Prometheus: ${why}.`);
describe.skipIf(why !== undefined)(`a real Prometheus${why === undefined ? '' : `: ${why}`}`, () => {
  let licet: RunningLicet;
  let prometheus: Prometheus;

  beforeAll(async () => {
    const metrics = await freePort();
    licet = await startLicet({ environment: { ...withAdministrator, LICET_METRICS_PORT: String(metrics) } });
    prometheus = await startPrometheus(metrics);
  }, 120_000);
  afterAll(() => endAll(prometheus, licet));

  test('reads the metrics with the shipped configuration', async () => {
    await expect.poll(() => prometheus.measured('up{job="licet"}'), { timeout: 30_000, interval: 200 }).toBe('1');
    await expect.poll(() => prometheus.measured('licet_ready'), { timeout: 10_000 }).toBe('1');
    await fetch(`${licet.url}/healthz`);
    await expect
      .poll(() => prometheus.measured('sum(licet_http_requests_total)'), { timeout: 10_000 })
      .toMatch(/^\d+$/);
  });

  test('accepts every rule, and none fires for a healthy server', async () => {
    const asked = async () => {
      const { data } = await prometheus.read<{
        groups: { rules: { name: string; health: string; state: string }[] }[];
      }>('rules');
      return data.groups.flatMap(({ rules }) => rules);
    };
    await expect
      .poll(async () => (await asked()).filter(({ health }) => health === 'ok').length, { timeout: 30_000 })
      .toBeGreaterThan(5);
    expect((await asked()).filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });

  test('returns data for every panel of the dashboard', async () => {
    const panels = [
      ...readFileSync(join(deployedWatching, 'dashboard.json'), 'utf8').matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g),
    ];
    expect(panels.length).toBeGreaterThan(15);
    for (const [, expression = ''] of panels) {
      const asked = JSON.parse(`"${expression}"`)
        .replaceAll('$job', 'licet')
        .replaceAll('$instance', '.+')
        .replaceAll('$__rate_interval', '10s');
      expect([asked, (await prometheus.read(`query?query=${encodeURIComponent(asked)}`)).status]).toEqual([
        asked,
        'success',
      ]);
    }
  });
});
