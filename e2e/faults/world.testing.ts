import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '@licet/server/embedded';
import { layWire, type Wire, type WireEnd } from '../../packages/server/src/store/kernel/wire.testing.ts';
import { freePort } from '../../scripts/free-port.ts';
import { newDataDirectory, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../licet.ts';
import { copySample } from '../made-once.ts';
import { startProxy } from '../proxy.ts';

/** The functions that every kind of connection to the database must have. */
type Way = Pick<Wire, 'url' | 'mend' | 'close'>;

/** One of several servers, with its own connection to the database. By default the connection is a `Wire`. */
export interface Server<Laid extends Way = Wire> {
  readonly wire: Laid;
  readonly dataDirectory: string;
  running: RunningLicet;
  /** Stops the server gracefully and starts it again at the same address. Uses another version's program if `main` is given. */
  restart(main?: string): Promise<void>;
}

/** Two servers behind a load balancer that checks `/readyz`, and a database that can be stopped. */
export interface World<Laid extends Way = Wire> {
  readonly issuer: string;
  readonly first: Server<Laid>;
  readonly second: Server<Laid>;
  readonly database: { stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

/** @param main the program of another version, which creates the database */
export const startWorld = (main?: string): Promise<World> => startWorldOver(layWire, main);

/** @param lay creates the connection of a server to the database */
export async function startWorldOver<Laid extends Way>(
  lay: (to: WireEnd) => Promise<Laid>,
  main?: string,
): Promise<World<Laid>> {
  const ends = new AsyncDisposableStack();
  try {
    return await startParts(lay, main, ends);
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

/** @param ends ends the started parts in reverse order */
async function startParts<Laid extends Way>(
  lay: (to: WireEnd) => Promise<Laid>,
  main: string | undefined,
  ends: AsyncDisposableStack,
): Promise<World<Laid>> {
  const { dataDirectory } = main ? { dataDirectory: newDataDirectory() } : await copySample('administrator');
  if (main) writeFileSync(join(dataDirectory, 'licet.key'), randomBytes(32).toString('base64'));
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const open = () => startEmbedded({ dataDirectory, log: silent });
  ends.defer(() => removeDataDirectory(dataDirectory));
  let database = await open();
  ends.defer(() => database.stop());
  const port = await freePort();
  const environment = {
    ...withAdministrator,
    LICET_ISSUER: `http://localhost:${port}`,
    LICET_ENCRYPTION_KEY: readFileSync(join(dataDirectory, 'licet.key'), 'utf8').trim(),
    LICET_SHUTDOWN_DELAY: '1',
  };
  const at = { host: database.socketDirectory, port: 5432, user: 'licet', database: 'licet' };
  const place = async (name: string): Promise<Server<Laid>> => {
    const wire = await lay(at);
    ends.defer(() => wire.close());
    const folder = join(dataDirectory, name);
    mkdirSync(folder, { mode: 0o700 });
    const options = {
      dataDirectory: folder,
      port: await freePort(),
      environment: { ...environment, DATABASE_URL: wire.url },
    };
    const server: Server<Laid> = {
      wire,
      dataDirectory: folder,
      running: await startLicet({ ...options, ...(main && { main }) }),
      restart: async (next) => {
        await server.running.stop();
        server.running = await startLicet({ ...options, ...(next && { main: next }) });
      },
    };
    ends.defer(() => server.running.stop());
    return server;
  };
  const [first, second] = await Promise.all([place('first'), place('second')]);
  const balancer = await balance(port, [first, second]);
  ends.defer(() => balancer.close());
  ends.defer(() => {
    for (const { wire } of [first, second]) wire.mend();
  });
  return {
    issuer: environment.LICET_ISSUER,
    first,
    second,
    database: {
      stop: () => database.stop(),
      start: async () => {
        database = await open();
      },
    },
    stop: () => ends.disposeAsync(),
  };
}

/** Checks each server ten times a second, and distributes requests among the ready servers in turn. */
async function balance(port: number, servers: readonly Pick<Server, 'running'>[]) {
  const ports = servers.map(({ running }) => Number(new URL(running.url).port));
  const ready = new Set(ports);
  let turn = 0;
  let stopped = false;
  const watching = ports.map(async (its) => {
    for (; !stopped; await pause(100)) {
      if ((await readiness(`http://localhost:${its}`)) === 200) ready.add(its);
      else ready.delete(its);
    }
  });
  const proxy = await startProxy(port, ports, () => {
    turn += 1;
    return [...ready][turn % ready.size];
  });
  return {
    close: async () => {
      stopped = true;
      await Promise.all(watching);
      await proxy.close();
    },
  };
}

/** Returns the status of `/readyz`, or undefined without a response. */
export const readiness = (url: string): Promise<number | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => undefined,
  );

/** Returns a server's own response to a request that needs a query in the database. */
export async function stranger({
  running,
}: Pick<Server, 'running'>): Promise<[status: number, error: string, description?: string]> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: randomUUID(),
    client_secret: 'nothing that is known',
  });
  const response = await fetch(`${running.url}/oidc/token`, { method: 'POST', body });
  const { error, error_description: said } = (await response.json()) as { error: string; error_description?: string };
  return response.status === 503 ? [503, error, said ?? ''] : [response.status, error];
}

/** The response while the database is unavailable. */
export const refusedForNow = [
  503,
  'server_error',
  'The database could not complete the request. Try again in a moment. If this happens again, tell the operator of Licet.',
];
