import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { layNode } from '../scripts/image.ts';
import type { Docker } from './podman.ts';

/**
 * A machine on which Licet becomes a service: a Debian container with systemd as its first process, which shares only the network, the
 * kernel and a folder with this machine.
 */
export interface ServiceMachine {
  /** Runs commands of a page as root, in the folder. */
  run(commands: string): Promise<{ status: number; out: string }>;
  /** The log of the service. */
  log(): Promise<string>;
}

/** @param folder visible to both machines under the same name */
export async function startServiceMachine(docker: Docker, folder: string): Promise<ServiceMachine> {
  await docker.image(
    'localhost/machine',
    (it) => layNode(it, ['systemd', 'systemd-sysv', 'libnss-systemd']),
    'CMD ["/sbin/init"]',
  );
  const may = [
    // Permits the namespaces of the service, and writing to /proc of a process in a new one (PrivateUsers).
    '--cap-add SYS_ADMIN --cap-add SYS_PTRACE',
    // systemd sets filters of its own.
    '--security-opt seccomp=unconfined --security-opt apparmor=unconfined',
  ];
  const sees = [folder, `${homedir()}/.npm`].map((it) => `--volume ${it}:${it}`).join(' ');
  await docker.run(
    `mkdir -p ${homedir()}/.npm; docker run --detach --name machine --systemd=always --network host ${may.join(' ')} ${sees} localhost/machine`,
  );
  const run: ServiceMachine['run'] = (commands) => {
    const quoted = `'${commands.replaceAll("'", `'\\''`)}'`;
    const env = `--env npm_config_cache=${homedir()}/.npm --env npm_config_prefer_offline=true --env SYSTEMD_PAGER=cat`;
    return docker.sh(`docker exec --workdir ${folder} ${env} machine bash --norc -euc ${quoted}`, folder);
  };
  for (const end = performance.now() + 60_000; ; await pause(200)) {
    const { out } = await run('systemctl is-system-running || true');
    if (out.trim() === 'running') break;
    if (performance.now() > end) throw new Error(`systemd did not come up: ${out}`);
  }
  return { run, log: async () => (await run('journalctl --unit licet --no-pager --lines 50')).out };
}
