import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { reachingRegistry } from './release.testing.ts';

/**
 * A machine on which Licet is to be a service: this one, with `/etc`, `/opt` and `/var/lib` of its own on top. No systemd runs on it: what the
 * pages ask of `systemctl` is done by a stand-in, which reads the unit and does of it what decides over files and processes: the user that
 * exists while it runs, the state directory and whose it is, the environment, the command, the signal.
 */
export interface ServiceMachine {
  /** Runs commands of a page as root, in a folder. */
  run(commands: string, folder: string): Promise<{ status: number; out: string }>;
  /** What the service wrote. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Why there can be none, in a sentence. */
export function serviceMachineMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root';
  const tried = spawnSync('unshare', [
    '--mount',
    'sh',
    '-c',
    'mount -t tmpfs none /mnt && mkdir -p /mnt/u /mnt/w && mount -t overlay none -o lowerdir=/opt,upperdir=/mnt/u,workdir=/mnt/w /opt',
  ]);
  return tried.status === 0 ? undefined : 'this machine lets nobody lay one file system over another';
}

export async function startServiceMachine(): Promise<ServiceMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-service-'));
  spawnSync('chmod', ['711', folder]);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/systemctl'), systemctl(folder), { mode: 0o755 });
  const child = spawn('unshare', ['--pid', '--mount', '--fork', '--kill-child', 'bash', '-euc', boot, 'boot', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (!existsSync(join(folder, 'up'))) {
    if (child.exitCode !== null) throw new Error('The machine did not start.');
    await pause(20);
  }
  const init = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const path = `${folder}/bin:${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  return {
    run: (commands, where) =>
      new Promise((resolve) => {
        const inside = [
          '--target',
          init,
          '--mount',
          '--pid',
          '--',
          'bash',
          '--norc',
          '-euc',
          `cd ${where}; ${commands}`,
        ];
        const env = { PATH: path, HOME: folder, ...reachingRegistry };
        execFile('nsenter', inside, { env, timeout: 240_000 }, (error, out, said) =>
          resolve({ status: error === null ? 0 : Number(error.code ?? 1), out: out + said }),
        );
      }),
    log: () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''),
    stop: async () => {
      process.kill(Number(init), 'SIGKILL');
      while (child.exitCode === null && child.signalCode === null) await pause(20);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Its first process: it lays out what is its own, and buries the dead.
const boot = `
folder=$1
mount --make-rprivate /
mount -t proc proc /proc
for it in etc opt var/lib; do
  over=$folder/$(basename $it)
  mkdir -p "$over/up" "$over/work"
  chmod 755 "$over/up"
  mount -t overlay overlay -o "lowerdir=/$it,upperdir=$over/up,workdir=$over/work" "/$it"
done
touch "$folder/up"
trap : CHLD
set +e
while :; do sleep 3600 & wait; done
`;

const systemctl = (folder: string) => `#!/bin/bash
set -eu
unit=/etc/systemd/system/licet.service
of() { sed -n "s/^$1=//p" "$unit"; }
[ "$1" = enable ] && shift 2 && set -- start "$@"
case "$1" in
  daemon-reload) ;;
  start)
    state=$(of StateDirectory) uid=61184
    install -d -m 700 /var/lib/private
    mkdir -p "/var/lib/private/$state"
    chmod "$(of StateDirectoryMode)" "/var/lib/private/$state"
    ln -sfn "private/$state" "/var/lib/$state"
    # Whose the directory itself is decides over all of it (systemd, src/core/chown-recursive.c).
    [ "$(stat -c %u "/var/lib/private/$state")" = $uid ] || chown -R $uid:$uid "/var/lib/private/$state"
    cp /etc/passwd "${folder}/passwd"
    echo "licet:x:$uid:$uid::/:/usr/sbin/nologin" >> "${folder}/passwd"
    set -a
    eval "$(of Environment | sed 's/^/export /')"
    . "$(of EnvironmentFile)"
    set +a
    umask "$(of UMask)"
    unshare --mount bash -euc '
      mkdir -p /mnt && mount --bind "/var/lib/private/$1" /mnt
      mount -t tmpfs -o mode=755 tmpfs /var/lib/private && mkdir "/var/lib/private/$1" && mount --move /mnt "/var/lib/private/$1"
      mount --bind "$2" /etc/passwd
      cd "$3" && exec setpriv --reuid=$4 --regid=$4 --clear-groups --no-new-privs --bounding-set=-all $5' \\
      service "$state" "${folder}/passwd" "$(of WorkingDirectory)" $uid "$(of ExecStart)" >> "${folder}/log" 2>&1 < /dev/null &
    echo $! > "${folder}/main.pid"
    disown ;;
  stop)
    pid=$(cat "${folder}/main.pid")
    kill -s "$(of KillSignal)" "$pid"
    for _ in $(seq 300); do [ -d "/proc/$pid" ] || exit 0; sleep 0.1; done
    kill -9 "$pid"; exit 1 ;;
  *) echo "The stand-in knows no $1." >&2; exit 1 ;;
esac
`;
