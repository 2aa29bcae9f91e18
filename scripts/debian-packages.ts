import { spawnSync } from 'node:child_process';

/**
 * Installs packages of the distribution if the user has the permission and there is an apt-get. Installations wait for one another, because
 * apt-get fails while another process holds its locks, and the tests would be skipped. The caller must check afterwards whether the program
 * exists.
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
