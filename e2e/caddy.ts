import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { startProgram } from '../scripts/program.ts';

/** A running Caddy with the recipe of deploy/proxy in front of a Licet. */
export interface Caddy {
  readonly authority: string;
  stop(): Promise<void>;
}

/** Why Caddy is missing, in a sentence; installs it if this user may. */
export function caddyMissing(): string | undefined {
  const isInstalled = () => spawnSync('caddy', ['version']).status === 0;
  if (!isInstalled() && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'caddy'], { stdio: 'ignore', env });
  }
  return isInstalled() ? undefined : 'there is no Caddy on this machine (apt-get install caddy)';
}

/** Starts Caddy at a port of this machine with a certificate of the test, because none can be fetched here. */
export async function startCaddy(port: number, licetPort: number): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-caddy-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  const recipe = readFileSync(fileURLToPath(new URL('../deploy/proxy/Caddyfile', import.meta.url)), 'utf8');
  for (const text of ['id.example.org {', '127.0.0.1:4080'])
    if (!recipe.includes(text)) throw new Error(`The recipe of Caddy has no ${text}.`);
  const here = recipe
    .replace(
      'id.example.org {',
      `localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
    )
    .replace('127.0.0.1:4080', `127.0.0.1:${licetPort}`);
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${here}`);
  const { stop } = await startProgram(
    'Caddy',
    ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      folder,
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ready: (said) => said.includes('serving initial configuration'),
    },
  );
  return { authority, stop };
}
