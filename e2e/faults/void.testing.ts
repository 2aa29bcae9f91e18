import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { WireEnd } from '../../packages/server/src/store/kernel/wire.testing.ts';

/** A connection to PostgreSQL through a network of its own, which can drop every packet silently. */
export interface Line {
  /** The address of the database through this connection. */
  readonly url: string;
  /** Sends packets of both directions to a machine that does not exist: no refusal, no reset, no end. */
  lose(): void;
  /** Lets packets through again. */
  mend(): void;
  close(): void;
}

/** Why such a network cannot be made, in a sentence. */
export function namespacesMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root, who may make networks';
  if (spawnSync('ip', ['-V']).status !== 0) return 'there is no “ip” on this machine (apt-get install iproute2)';
  const name = `licet-try-${process.pid}`;
  const made = spawnSync('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`.slice(-15)]);
  spawnSync('ip', ['link', 'delete', name]);
  return made.status === 0 ? undefined : 'this machine does not let anybody make networks';
}

let laid = 0;
/** A hardware address that no device has. */
const nobody = '02:00:00:00:00:01';

/** Lays a connection to a database that listens on a socket of this machine. A network namespace does not separate it from that socket. */
export async function layLine({ host, port, user = '', database = '' }: WireEnd): Promise<Line> {
  laid += 1;
  const name = `licet${process.pid % 10_000}n${laid}`;
  const [near, far] = [`${name}a`, `${name}b`];
  const [here, there] = [`10.231.${laid}.1`, `10.231.${laid}.2`];
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const inside = (...args: string[]) => ip('netns', 'exec', name, 'ip', ...args);
  ip('netns', 'add', name);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
  ip('address', 'add', `${here}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  inside('address', 'add', `${there}/30`, 'dev', far);
  inside('link', 'set', far, 'up');
  const carrier = spawn(
    'ip',
    ['netns', 'exec', name, process.execPath, '-e', carry, there, `${host}/.s.PGSQL.${port}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(carrier.stdout, 'data');
  return {
    url: `postgres://${user}@${there}:5432/${database}`,
    lose: () => {
      ip('neigh', 'replace', there, 'lladdr', nobody, 'dev', near, 'nud', 'permanent');
      inside('neigh', 'replace', here, 'lladdr', nobody, 'dev', far, 'nud', 'permanent');
    },
    mend: () => {
      spawnSync('ip', ['neigh', 'delete', there, 'dev', near]);
      spawnSync('ip', ['netns', 'exec', name, 'ip', 'neigh', 'delete', here, 'dev', far]);
    },
    close: () => {
      end(carrier);
      spawnSync('ip', ['link', 'delete', near]);
      spawnSync('ip', ['netns', 'delete', name]);
    },
  };
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL');
}

/** Forwards each connection to the database’s socket. */
const carry = `
  const { connect, createServer } = require('node:net');
  const [address, socket] = process.argv.slice(1);
  const server = createServer((near) => {
    const far = connect(socket);
    for (const [from, to] of [[near, far], [far, near]]) from.on('error', () => to.destroy()).on('close', () => to.destroy()).pipe(to);
  });
  server.listen(5432, address, () => console.log('listening'));
`;
