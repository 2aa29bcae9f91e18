import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImageConfig } from '../scripts/image.ts';

/** A process in the read-only file system of an image, as the user that the image names. */
export interface Container {
  readonly url: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly milliseconds: number;
  readonly output: () => string;
  /** Runs the image's health check beside it. */
  healthy(): boolean;
  stop(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

/** Runs as `docker run --read-only --tmpfs /tmp --cap-drop ALL --volume DATA:/var/lib/licet` does, with what every Linux has. */
export async function runImage(
  root: string,
  { User, Env, Entrypoint, Cmd, Healthcheck }: ImageConfig,
  data: string,
  port: number,
  more: Record<string, string> = {},
): Promise<Container> {
  const [uid = 0, gid = 0] = User.split(':').map(Number);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, uid, gid);
  const env = { ...Object.fromEntries(Env.map((it) => it.split(/=(.*)/s, 2))), LICET_PORT: String(port), ...more };
  const inside = (command: readonly string[]) => [
    '--mount',
    '--fork',
    'sh',
    '-euc',
    mounts,
    'sh',
    root,
    data,
    `${uid}:${gid}`,
    ...command,
  ];
  const since = performance.now();
  const child = spawn('unshare', ['--pid', '--kill-child', ...inside([...Entrypoint, ...Cmd])], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const url = `http://localhost:${port}`;
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null || performance.now() - since > 60_000)
      throw new Error(`The image did not start:\n${output}`);
    await pause(20);
  }
  return {
    url,
    milliseconds: performance.now() - since,
    output: () => output,
    healthy: () => {
      const [, ...check] = Healthcheck.Test;
      const { status } = spawnSync('unshare', inside(check), {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      });
      return status === 0;
    },
    stop: async () => {
      const start = performance.now();
      const ended = once(child, 'exit');
      // Signals the container's first process; unshare itself would kill it.
      for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGTERM');
      const [code] = await ended;
      return { code, milliseconds: performance.now() - start };
    },
  };
}

const mounts = `
root=$1 data=$2 user=$3; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro,nosuid "$root"
mount --bind "$data" "$root/var/lib/licet"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cd "$root"
exec setpriv --no-new-privs chroot --userspec="$user" "$root" "$@"
`;

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
