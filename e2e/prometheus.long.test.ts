import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';

const deployed = join(dirname(dirname(fileURLToPath(import.meta.url))), 'deploy', 'watching');
const why =
  spawnSync('prometheus', ['--version']).status === 0
    ? undefined
    : 'there is no Prometheus on this machine (apt-get install prometheus)';

if (why !== undefined) console.log(`Skipped a real Prometheus: ${why}.`);
describe.skipIf(why !== undefined)(`a real Prometheus${why === undefined ? '' : `: ${why}`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-prometheus-'));
  let licet: RunningLicet;
  let prometheus: ChildProcess | undefined;
  let address: string;

  beforeAll(async () => {
    const [metrics, port] = [await freePort(), await freePort()];
    licet = await startLicet({ environment: { ...withAdministrator, LICET_METRICS_PORT: String(metrics) } });
    cpSync(deployed, folder, { recursive: true });
    const configuration = join(folder, 'prometheus.yaml');
    const text = readFileSync(configuration, 'utf8');
    writeFileSync(configuration, text.replace('127.0.0.1:9464', `127.0.0.1:${metrics}`).replaceAll('15s', '1s'));
    address = `127.0.0.1:${port}`;
    const flags = [`--config.file=${configuration}`, `--storage.tsdb.path=${folder}/data`];
    prometheus = spawn('prometheus', [...flags, `--web.listen-address=${address}`], { stdio: 'ignore' });
  }, 120_000);
  afterAll(async () => {
    if (prometheus && prometheus.exitCode === null) {
      const ended = once(prometheus, 'exit');
      prometheus.kill('SIGTERM');
      await ended;
    }
    await licet?.stop();
    removeDataDirectory(licet.dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  test('reads the metrics by the configuration that is shipped, and finds them well formed', async () => {
    await expect.poll(() => measured('up{job="licet"}'), { timeout: 30_000, interval: 200 }).toBe('1');
    await expect.poll(() => measured('licet_ready'), { timeout: 10_000 }).toBe('1');
    await fetch(`${licet.url}/healthz`);
    await expect.poll(() => measured('sum(licet_http_requests_total)'), { timeout: 10_000 }).toMatch(/^\d+$/);
  });

  test('takes every rule, and none fires at a server that is well', async () => {
    const asked = async () => {
      const { data } = await read<{ groups: { rules: { name: string; health: string; state: string }[] }[] }>('rules');
      return data.groups.flatMap(({ rules }) => rules);
    };
    await expect
      .poll(async () => (await asked()).filter(({ health }) => health === 'ok').length, { timeout: 30_000 })
      .toBeGreaterThan(5);
    expect((await asked()).filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });

  test('answers every panel of the dashboard', async () => {
    const panels = [...readFileSync(join(deployed, 'dashboard.json'), 'utf8').matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)];
    expect(panels.length).toBeGreaterThan(15);
    for (const [, expression = ''] of panels) {
      const asked = JSON.parse(`"${expression}"`)
        .replaceAll('$job', 'licet')
        .replaceAll('$instance', '.+')
        .replaceAll('$__rate_interval', '10s');
      expect([asked, (await read(`query?query=${encodeURIComponent(asked)}`)).status]).toEqual([asked, 'success']);
    }
  });

  async function measured(query: string): Promise<string | undefined> {
    type Answer = { result: { value: [number, string] }[] };
    const answer = await read<Answer>(`query?query=${encodeURIComponent(query)}`).catch(() => undefined);
    return answer?.data.result[0]?.value[1];
  }

  async function read<Data>(path: string): Promise<{ status: string; data: Data }> {
    return (await fetch(`http://${address}/api/v1/${path}`)).json() as Promise<{ status: string; data: Data }>;
  }
});
