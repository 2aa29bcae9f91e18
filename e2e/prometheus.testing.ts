import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../scripts/debian-packages.ts';
import { freePort } from '../scripts/free-port.ts';

/** The shipped configuration for monitoring. */
export const deployedWatching = fileURLToPath(new URL('../deploy/watching', import.meta.url));

/** A real Prometheus that scrapes a server every second, with the shipped configuration. */
export interface Prometheus {
  /** Returns the first value of a query, or undefined. */
  measured(query: string): Promise<string | undefined>;
  read<Data>(path: string): Promise<{ status: string; data: Data }>;
  stop(): Promise<void>;
}

/**
 * Returns the reason why Prometheus is not available, or undefined. First installs Prometheus if missing and if the user has the
 * permission.
 */
export function prometheusMissing(): string | undefined {
  const isInstalled = () => spawnSync('prometheus', ['--version']).status === 0;
  if (!isInstalled()) installDebianPackages('prometheus');
  return isInstalled() ? undefined : 'there is no Prometheus on this machine (apt-get install prometheus)';
}

/** @param metrics the port of the server's metrics */
export async function startPrometheus(metrics: number): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-prometheus-'));
  cpSync(deployedWatching, folder, { recursive: true });
  const configuration = join(folder, 'prometheus.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('127.0.0.1:9464', `127.0.0.1:${metrics}`).replaceAll('15s', '1s'));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = [`--config.file=${configuration}`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...flags, `--web.listen-address=${address}`], { stdio: 'ignore' });
  const read = async <Data>(path: string) =>
    (await fetch(`http://${address}/api/v1/${path}`)).json() as Promise<{ status: string; data: Data }>;
  return {
    read,
    measured: async (query) => {
      type Answer = { result: { value: [number, string] }[] };
      const answer = await read<Answer>(`query?query=${encodeURIComponent(query)}`).catch(() => undefined);
      return answer?.data.result[0]?.value[1];
    },
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
