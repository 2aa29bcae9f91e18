import { spawnSync } from 'node:child_process';

/**
 * Installs packages of the distribution if this user may and there is an apt-get. Installations wait for one another:
 * apt-get itself gives up when another one holds its locks, and the tests would skip what needs the program. The caller
 * checks afterwards whether the program is there.
 */
export function installDebianPackages(...names: readonly string[]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  const aptGet = 'apt-get -qq -o DPkg::Lock::Timeout=600';
  const command = `${aptGet} update; ${aptGet} install -y --no-install-recommends ${names.join(' ')}`;
  spawnSync('flock', ['/run/lock/licet-packages', 'sh', '-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
