import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { copyRecipe, type Machine, packagesMissing, removeDisk, startMachine } from './machines.ts';

// Runs docs/operations/failover.md block by block. Three machines use the files of deploy/failover, with loopback addresses instead of the
// addresses on the page.
const root = fileURLToPath(new URL('..', import.meta.url));
const network = '127.0.77.';
const page = readFileSync(join(root, 'docs/operations/failover.md'), 'utf8').replaceAll('10.0.0.', network);

type Member = Machine & { readonly disk: string };

/** Three machines whose PostgreSQL survives the loss of one machine. */
export interface Cluster {
  /** A folder with the recipes of deploy/, as in a release, adapted to this network. */
  readonly release: string;
  readonly leader: () => Promise<Member>;
  readonly synchronousStandby: () => Promise<Member>;
  /** Waits until there are a leader, a synchronous standby and a third member, as the page describes. */
  whole(): Promise<void>;
  /** Kills all processes of a machine. */
  lose(machine: Member): void;
  /** Starts the machine again with its former disk. */
  comeBack(machine: Member): Promise<void>;
  /** Returns the value of LICET_DATABASE_URL in a block of the page. */
  readonly urlOf: (block: string) => string;
  stop(): Promise<void>;
}

/** Returns the reason why a cluster is not possible, or undefined. */
export const clusterMissing = (): string | undefined =>
  packagesMissing({
    'postgresql-15': '/usr/lib/postgresql/15/bin/initdb',
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    'etcd-client': '/usr/bin/etcdctl',
    haproxy: '/usr/sbin/haproxy',
  });

/** Sets up the machines and waits until the cluster is complete, with an empty database for Licet. */
export async function startCluster(): Promise<Cluster> {
  const release = mkdtempSync(join(tmpdir(), 'licet-failover-'));
  const machines = new Map<string, Member>();
  const secrets = {
    LICET_PASSWORD: randomBytes(12).toString('hex'),
    SUPERUSER_PASSWORD: randomBytes(12).toString('hex'),
    REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
  };
  for (const it of ['failover', 'pgbouncer'])
    copyRecipe(join(root, 'deploy', it), join(release, 'deploy', it), network);
  chmodSync(release, 0o755);

  const begin = async (name: string, address: string) => {
    const machine = await startMachine({ name, address, release });
    machines.set(name, machine);
    await machine.run(failoverBlock('configure'), { ...secrets, NAME: name, ADDRESS: address });
    for (const [, unit = ''] of failoverBlock('start').matchAll(/^systemctl enable --now (\S+)$/gm))
      machine.start(unit);
  };
  const members = async (): Promise<readonly { Member: string; Role: string; State: string }[]> => {
    for (const machine of machines.values()) {
      const out = await machine.run(`${failoverBlock('list')} --format json`).catch(() => '');
      if (out) return JSON.parse(out);
    }
    return [];
  };
  const memberOf = async (role: string) => {
    const found = (await members()).find(({ Role }) => Role === role);
    const machine = machines.get(found?.Member ?? '');
    if (!machine) throw new Error(`No machine is ${role}.`);
    return machine;
  };
  const whole = async () => {
    const end = performance.now() + 120_000;
    for (;;) {
      const found = (await members())
        .filter(({ State }) => ['running', 'streaming'].includes(State))
        .map(({ Role }) => Role);
      if (found.sort().join() === 'Leader,Replica,Sync Standby') return;
      if (performance.now() > end) {
        for (const machine of machines.values()) console.log(machine.name, machine.log('patroni'), machine.log('etcd'));
        throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}`);
      }
      await pause(500);
    }
  };
  const disks = new Set<string>();
  const stop = async () => {
    for (const { kill, disk } of machines.values()) {
      kill();
      disks.add(disk);
    }
    await pause(500);
    for (const disk of disks) removeDisk(disk);
    rmSync(release, { recursive: true, force: true });
  };
  try {
    await Promise.all(['db1', 'db2', 'db3'].map((name, index) => begin(name, `${network}${11 + index}`)));
    await whole();
    await (await memberOf('Leader')).run(failoverBlock('database'), secrets);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    release,
    whole,
    stop,
    leader: () => memberOf('Leader'),
    synchronousStandby: () => memberOf('Sync Standby'),
    lose: (machine) => {
      machine.kill();
      machines.delete(machine.name);
      disks.add(machine.disk);
    },
    comeBack: async (machine) => {
      const again = await startMachine({ ...machine, release });
      machines.set(machine.name, again);
      for (const unit of ['etcd', 'patroni']) again.start(unit);
    },
    urlOf: (name) =>
      /LICET_DATABASE_URL="(.*)"/.exec(failoverBlock(name))?.[1]?.replace('$LICET_PASSWORD', secrets.LICET_PASSWORD) ??
      '',
  };
}

/** Returns the commands of a block of the page, adapted to this network. */
export function failoverBlock(name: string): string {
  const [, code] = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\\n\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`The page has no block “${name}”.`);
  return code;
}
