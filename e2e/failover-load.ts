import { setTimeout as pause } from 'node:timers/promises';
import * as openid from 'openid-client';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import type { RunningLicet } from './licet.ts';

/** One attempt. Times are in milliseconds of `performance.now()`. */
export interface Attempt {
  readonly begun: number;
  readonly ended: number;
  readonly failure?: string;
}

/** Repeats sign-ins, refreshes and grants, and records everything that the server acknowledged. */
export interface Load {
  readonly signIns: Attempt[];
  readonly refreshes: Attempt[];
  readonly grants: Attempt[];
  readonly acknowledged: string[];
  /** Returns the refresh tokens that the server issued last and that were not sent since. */
  readonly tokens: () => string[];
  refresh(token: string): Promise<string>;
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** The public URL in front of all servers. */
  readonly url: string;
  readonly licets: readonly RunningLicet[];
}

const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5997/callback';
const password = 'maple kettle drifts over sand';
const people = 8;

export async function startLoad({ url, licets }: LoadOptions): Promise<Load> {
  const [{ operator } = fail()] = licets;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const body = { name: 'Ledger', kind: 'browser' as const, redirectUris: [redirectUri] };
  const clientId = (await operator.clients.create({ params, body })).client.id;
  const users: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const { id } = await operator.users.create({ body: { username: `user-${index}`, name: `User ${index}` } });
    const link = await operator.users.passwordLink({ params: { user: id } });
    await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
    users.push(id);
  }
  const config = await openid.discovery(new URL(url), clientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const enter = async (index: number) => {
    const login = `user-${index % people}`;
    return (await signIn(config, { issuer: url, clientId, redirectUri, login, password })).refresh_token ?? '';
  };
  const refresh = async (token: string) => (await openid.refreshTokenGrant(config, token)).refresh_token ?? token;

  const load = { signIns: [] as Attempt[], refreshes: [] as Attempt[], grants: [] as Attempt[] };
  const acknowledged: string[] = [];
  const held = new Map<number, string>();
  let stopping = false;
  const repeat = async (attempts: Attempt[], every: number, attempt: () => Promise<unknown>) => {
    while (!stopping) {
      const begun = performance.now();
      const failure = await attempt().then(
        () => undefined,
        (error: unknown) => String(error).slice(0, 200),
      );
      attempts.push({ begun, ended: performance.now(), ...(failure !== undefined && { failure }) });
      await pause(every);
    }
  };
  let signIns = 0;
  let permissions = 0;
  const working = [
    ...[0, 1].map(() => repeat(load.signIns, 150, () => enter(signIns++))),
    ...[0, 1, 2].map((session) =>
      repeat(load.refreshes, 100, async () => {
        const token = held.get(session) ?? (await enter(session));
        held.delete(session); // Until the response arrives, it is unknown whether the server consumed the token.
        held.set(session, await refresh(token));
      }),
    ),
    ...licets.map(({ operator: at }) =>
      repeat(load.grants, 50, async () => {
        permissions += 1;
        const permission = await at.permissions.create({ params, body: { name: `p.${permissions}` } });
        const principal = { kind: 'user' as const, id: users[permissions % people] ?? '' };
        const gives = { kind: 'permission' as const, id: permission.id };
        acknowledged.push((await at.grants.create({ params, body: { principal, gives } })).id);
      }),
    ),
  ];
  return {
    ...load,
    acknowledged,
    tokens: () => [...held.values()],
    refresh,
    stop: async () => {
      stopping = true;
      await Promise.all(working);
    },
  };
}

/** Returns the seconds from a moment until all further attempts succeed, and the number of failures. */
export function outage(
  attempts: readonly Attempt[],
  since: number,
): { readonly seconds: number; readonly failed: number } {
  const after = attempts.filter(({ ended }) => ended > since);
  const failed = after.filter(({ failure }) => failure !== undefined);
  const last = Math.max(since, ...failed.map(({ ended }) => ended));
  const back = after.find(({ begun, ended, failure }) => failure === undefined && begun > since && ended >= last);
  return { seconds: ((back?.ended ?? Number.POSITIVE_INFINITY) - since) / 1000, failed: failed.length };
}

function fail(): never {
  throw new Error('There is no server.');
}
