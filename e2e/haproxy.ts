import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { startProgram } from '../scripts/program.ts';

const program = '/usr/sbin/haproxy';

/** Why HAProxy is missing, in a sentence; installs it if this user may. */
export function haproxyMissing(): string | undefined {
  if (!existsSync(program) && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'haproxy'], { stdio: 'ignore', env });
  }
  return existsSync(program) ? undefined : 'there is no HAProxy on this machine (apt-get install haproxy)';
}

/** Starts HAProxy with the recipe of deploy/proxy at a port of this machine, in front of a Licet. */
export async function startHaproxy(port: number, licetPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'licet-haproxy-'));
  const { cert, key, authority } = certificateOf('localhost');
  writeFileSync(join(folder, 'both.pem'), `${cert}\n${key}`, { mode: 0o600 });
  const changes = [
    ['bind :80', `bind 127.0.0.1:${await freePort()}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/licet/tls/id.example.org.pem', join(folder, 'both.pem')],
    ['127.0.0.1:4080', `127.0.0.1:${licetPort}`],
  ] as const;
  const recipe = readFileSync(fileURLToPath(new URL('../deploy/proxy/haproxy.cfg', import.meta.url)), 'utf8');
  const here = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The recipe of HAProxy has no ${from}.`);
    return text.replaceAll(from, to);
  }, recipe);
  writeFileSync(join(folder, 'haproxy.cfg'), here);
  const { stop } = await startProgram('HAProxy', [program, '-db', '-f', join(folder, 'haproxy.cfg')], {
    folder,
    ready: () => listens(port),
  });
  return { authority, stop };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
