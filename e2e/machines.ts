import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackages } from '../scripts/debian-packages.ts';

/**
 * A simulated machine with Debian's packages:
 * - It has its own processes, and an address of the loopback network.
 * - It has its own copies of the directories in `/etc` and `/var/lib` that a recipe writes to.
 * - Killing the machine ends all its processes at the same moment.
 */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /**
   * Runs commands of a page as root, and returns their output.
   * @throws Error with the output of a failed command
   */
  run(commands: string, environment?: NodeJS.ProcessEnv): Promise<string>;
  /** Starts a Debian unit with its drop-ins, user and environment, as systemd does. */
  start(unit: string): void;
  /** Returns the path on the real machine for a file of the simulated machine. */
  readonly path: (file: string) => string;
  /** Returns the last lines of a unit's output. */
  readonly log: (unit: string) => string;
  kill(): void;
}

/**
 * Returns the reason why simulated machines are not possible, or undefined. First installs the packages if missing and if the user has the
 * permission.
 */
export function packagesMissing(packages: Readonly<Record<string, string>>): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root, as whom each machine gets processes of its own';
  if (spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status !== 0)
    return 'this machine does not let anybody make namespaces (unshare)';
  const missing = () => Object.keys(packages).filter((it) => !existsSync(packages[it] ?? ''));
  if (missing().length > 0) installDebianPackages(...missing());
  return missing().length > 0
    ? `this machine has no ${missing().join(', ')} (apt-get install ${missing().join(' ')})`
    : undefined;
}

/** The directories that a recipe writes to. */
const own = [
  'etc/default',
  'etc/patroni',
  'etc/systemd/system',
  'var/lib/postgresql',
  'var/lib/etcd',
  'run/postgresql',
];

export interface MachineOptions {
  readonly name: string;
  readonly address: string;
  /** The folder of a release, in which commands run. */
  readonly release: string;
  /** The disk of a killed machine. */
  readonly disk?: string;
}

/** Starts an empty machine, or a killed machine from its disk. */
export async function startMachine({
  name,
  address,
  release,
  disk,
}: MachineOptions): Promise<Machine & { disk: string }> {
  const folder = disk ?? mkdtempSync(join(tmpdir(), `licet-${name}-`));
  chmodSync(folder, 0o755);
  if (disk === undefined)
    for (const it of own) {
      mkdirSync(join(folder, it), { recursive: true });
      spawnSync('cp', ['-a', `/${it}/.`, join(folder, it)]);
      spawnSync('chown', ['--reference', `/${it}`, join(folder, it)]);
      spawnSync('chmod', ['--reference', `/${it}`, join(folder, it)]);
    }
  rmSync(join(folder, 'up'), { force: true });
  const child = spawn(
    'unshare',
    ['--pid', '--mount', '--fork', '--kill-child', 'bash', '-euc', boot, 'boot', folder, own.join(' ')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  while (!existsSync(join(folder, 'up'))) {
    if (child.exitCode !== null) throw new Error(`The machine ${name} did not start.`);
    await pause(20);
  }
  const init = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  const inside = (command: string) => [
    '--target',
    String(init),
    '--mount',
    '--pid',
    '--',
    'bash',
    '-euc',
    `cd ${release}; ${command}`,
  ];
  const path = (file: string) => join(folder, file);
  return {
    name,
    address,
    disk: folder,
    path,
    run: (commands, environment = {}) =>
      new Promise((resolve, reject) => {
        const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...environment };
        execFile('nsenter', inside(commands), { env, timeout: 120_000 }, (error, out, said) =>
          error ? reject(new Error(`${name}: ${commands}\n${out}${said}`)) : resolve(out),
        );
      }),
    start: (unit) => {
      const log = openSync(path(`${unit}.log`), 'a');
      spawn('nsenter', inside(commandOf(unit, folder)), {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        stdio: ['ignore', log, log],
      });
    },
    log: (unit) => readFileSync(path(`${unit}.log`), 'utf8').slice(-3000),
    kill: () => process.kill(init, 'SIGKILL'),
  };
}

export const removeDisk = (disk: string): void => rmSync(disk, { recursive: true, force: true });

// The first process of a machine. It mounts the machine's own directories, and reaps ended processes.
const boot = `
folder=$1
mount --make-rprivate /
mount -t proc proc /proc
for it in $2; do mount --bind "$folder/$it" "/$it"; done
touch "$folder/up"
trap : CHLD
set +e
while :; do sleep 3600 & wait; done
`;

/** Builds the shell command of a unit from `User`, `Environment`, `EnvironmentFile` and `ExecStart`. */
function commandOf(unit: string, folder: string): string {
  const file = [`/lib/systemd/system/${unit}.service`, `/usr/lib/systemd/system/${unit}.service`].find(existsSync);
  if (file === undefined) throw new Error(`There is no unit ${unit}.`);
  const dropIn = join(folder, `etc/systemd/system/${unit}.service.d/licet.conf`);
  const lines = [file, ...(existsSync(dropIn) ? [dropIn] : [])].flatMap((it) => readFileSync(it, 'utf8').split('\n'));
  const all = (key: string) =>
    lines.flatMap((it) => (it.startsWith(`${key}=`) ? [it.slice(key.length + 1).trim()] : []));
  const user = all('User').at(-1) ?? 'root';
  const files = all('EnvironmentFile').map((it) => it.replace(/^-/, '').replaceAll('%p', unit));
  return [
    'set -a',
    ...all('Environment').map((it) => it.replaceAll('%H', 'localhost')),
    ...files.map((it) => `[ ! -f ${it} ] || . ${it}`),
    'set +a',
    `export HOME=$(getent passwd ${user} | cut -d: -f6)`,
    'cd /',
    `exec setpriv --reuid=${user} --regid=${user} --init-groups ${all('ExecStart').at(-1)}`,
  ].join('\n');
}

/** Copies a recipe and replaces the network address in it. */
export function copyRecipe(from: string, into: string, network: string): void {
  mkdirSync(dirname(into), { recursive: true });
  cpSync(from, into, { recursive: true });
  spawnSync('sh', ['-c', `sed -i 's/10\\.0\\.0\\./${network}/g' ${into}/*`]);
}
