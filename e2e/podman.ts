import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackages } from '../scripts/debian-packages.ts';
import { imagesMissing } from '../scripts/image.ts';
import { reachingRegistry } from './release.testing.ts';

/**
 * Podman and podman-compose as replacements of `docker` and `docker compose`. They have no daemon, and use their own images, containers and
 * networks.
 */
export interface Docker {
  /** Runs commands of a page in a folder, with Podman as `docker`. */
  sh(commands: string, folder: string): Promise<{ status: number; out: string }>;
  /**
   * Runs commands like `sh`, but returns only the output.
   * @throws Error with the output of a failed command
   */
  run(commands: string, folder?: string): Promise<string>;
  /** Makes an image from the file system that `lay` writes to a new folder. `how` contains options for the start of the image. */
  image(name: string, lay: (folder: string) => void, ...how: readonly string[]): Promise<void>;
  /** Checks the health of containers every second, as Docker's daemon does. */
  watchHealth(): void;
  stop(): Promise<void>;
}

const packages = {
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  conmon: '/usr/bin/conmon',
  netavark: '/usr/lib/podman/netavark',
  'aardvark-dns': '/usr/lib/podman/aardvark-dns',
  iptables: '/usr/sbin/iptables',
  'python3-venv': '/usr/share/doc/python3-venv',
};

/** Returns the reason why Podman is not available, or undefined. First installs Podman if missing and if the user has the permission. */
export function podmanMissing(): string | undefined {
  const images = imagesMissing();
  if (images) return images;
  const wanted = () => Object.entries(packages).filter(([, file]) => !existsSync(file));
  if (wanted().length > 0) installDebianPackages(...wanted().map(([name]) => name));
  const names = wanted().map(([name]) => name);
  return names.length > 0 ? `this machine has no ${names.join(', ')}` : undefined;
}

export async function startPodman(): Promise<Docker> {
  const place = mkdtempSync(join(tmpdir(), 'licet-podman-'));
  mkdirSync(join(place, 'bin'));
  const flags = `--root ${place}/store --runroot ${place}/run --tmpdir ${place}/tmp --storage-driver ${overlays(place) ? 'overlay' : 'vfs'}`;
  // If process limits cannot be raised, containers use the limits of this machine.
  const settings = `[containers]\ndefault_ulimits = []\n[engine]\nevents_logger = "file"\nlock_type = "file"\n[network]\nnetwork_config_dir = "${place}/networks"\n`;
  writeFileSync(join(place, 'containers.conf'), settings);
  const script = (name: string, text: string) =>
    writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${text}`, { mode: 0o755 });
  script(
    'podman',
    // Without systemd, no timers run health checks, so `watchHealth` runs them. Only images in Docker's format have health checks.
    `export CONTAINERS_CONF=${place}/containers.conf DISABLE_HC_SYSTEMD=true BUILDAH_FORMAT=docker BUILDAH_ISOLATION=chroot
exec /usr/bin/podman ${flags} --runtime /usr/sbin/runc --cgroup-manager cgroupfs --log-level error "$@"\n`,
  );
  script('docker', `[ "$1" = compose ] && shift && exec ${place}/compose/bin/podman-compose "$@"\nexec podman "$@"\n`);
  // Podman's overlays and network namespaces are mounted in a separate mount namespace, and disappear with it.
  const own = `mount --make-rprivate / && for it in containers netns; do mkdir -p /run/$it && mount -t tmpfs tmpfs /run/$it; done && touch ${place}/up && exec sleep infinity`;
  const holder = spawn('unshare', ['--mount', 'sh', '-c', own], { stdio: 'ignore' });
  while (!existsSync(join(place, 'up'))) {
    if (holder.exitCode !== null) throw new Error('Podman has no mount namespace of its own.');
    await pause(20);
  }
  const inNamespace = ['--target', String(holder.pid), '--mount'];
  const [rulesBefore, linksBefore] = [rules(), links()];
  const path = `${place}/bin:${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  const sh: Docker['sh'] = (commands, folder) =>
    new Promise((resolve) => {
      const env = { PATH: path, HOME: place, ...reachingRegistry };
      const options = { env, timeout: 900_000, maxBuffer: 1e8 };
      const inside = ['bash', '--norc', '-euc', `cd ${folder}; ${commands}`];
      execFile('nsenter', [...inNamespace, ...inside], options, (error, out, said) =>
        resolve({ status: error === null ? 0 : Number(error.code ?? 1), out: out + said }),
      );
    });
  const run: Docker['run'] = async (commands, folder = place) => {
    const { status, out } = await sh(commands, folder);
    if (status !== 0) throw new Error(`${commands}\n${out}`);
    return out;
  };
  if (installPython(join(place, 'compose'), 'podman-compose==1.6.0') === undefined)
    throw new Error("podman-compose cannot be had from Python's registry.");
  let keeper: ChildProcess | undefined;
  return {
    sh,
    run,
    image: async (name, lay, ...how) => {
      const folder = join(place, 'image');
      lay(folder);
      const changes = how.map((it) => `--change '${it}'`).join(' ');
      await run(`tar -C ${folder} -c . | docker import ${changes} - ${name}`);
      rmSync(folder, { recursive: true, force: true });
    },
    watchHealth: () => {
      const looks = 'while sleep 1; do for it in $(podman ps -q); do podman healthcheck run $it; done; done';
      keeper = spawn('nsenter', [...inNamespace, 'bash', '--norc', '-c', looks], {
        env: { PATH: path, HOME: place },
        stdio: 'ignore',
        detached: true,
      });
    },
    stop: async () => {
      if (keeper?.pid !== undefined) process.kill(-keeper.pid);
      // A container with a restart policy may start again while it is removed.
      await sh('for _ in 1 2 3; do podman stop --all --time 5 || true; podman rm --force --all || true; done', place);
      for (const pid of sharing(`/proc/${holder.pid}/ns/mnt`)) process.kill(pid, 'SIGKILL');
      await once(holder, 'exit');
      if (!rulesBefore.includes('NETAVARK'))
        spawnSync('sh', ['-c', 'iptables-save | grep -v NETAVARK | iptables-restore']);
      for (const it of links()) if (!linksBefore.includes(it)) spawnSync('ip', ['link', 'delete', it]);
      rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Returns whether the folder of the images supports overlay file systems. */
function overlays(place: string): boolean {
  const [lower, upper, work, both] = ['l', 'u', 'w', 'b'].map((it) => join(place, 'tried', it));
  const tried = `mkdir -p ${lower} ${upper} ${work} ${both} && mount -t overlay none -o lowerdir=${lower},upperdir=${upper},workdir=${work} ${both}`;
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', tried]);
  rmSync(join(place, 'tried'), { recursive: true, force: true });
  return status === 0;
}

const rules = () => spawnSync('/usr/sbin/iptables-save', { encoding: 'utf8' }).stdout;
const links = () => readdirSync('/sys/class/net').filter((it) => it.startsWith('podman'));

/** Returns the ids of the processes in a namespace. */
function sharing(namespace: string): number[] {
  const wanted = readlinkSync(namespace);
  if (wanted === readlinkSync('/proc/self/ns/mnt')) throw new Error('That is the namespace of this process.');
  return readdirSync('/proc').flatMap((it) => {
    try {
      return /^\d+$/.test(it) && readlinkSync(`/proc/${it}/ns/mnt`) === wanted ? [Number(it)] : [];
    } catch {
      return []; // The process has ended since.
    }
  });
}

/** Returns the reason why programs from PyPI are not available, or undefined. */
export const pythonMissing = (): string | undefined =>
  spawnSync('python3', ['-m', 'venv', '--help']).status === 0 ? undefined : 'there is no Python with venv';

/**
 * Installs a program from PyPI.
 * @param folder a virtual environment for the program. The caller removes the folder.
 * @param specifier the name and version, such as `schemathesis==4.32.5`
 * @returns the path of the program, or undefined if it cannot be installed
 */
export function installPython(folder: string, specifier: string): string | undefined {
  spawnSync('python3', ['-m', 'venv', folder]);
  spawnSync(join(folder, 'bin/pip'), ['install', '--quiet', specifier]);
  const program = join(folder, 'bin', specifier.split('==')[0] ?? '');
  return existsSync(program) ? program : undefined;
}
