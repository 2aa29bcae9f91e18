import { setTimeout as pause } from 'node:timers/promises';
import { consoleClientId } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import * as openid from 'openid-client';
import { expect } from 'vitest';
import { signIn } from '../../examples/ledger/sample/sign-in.ts';
import { licet as command } from '../command-line.ts';
import { administrator } from '../licet.ts';

export interface Heard {
  readonly what: 'refresh' | 'token' | 'user' | 'grant' | 'revoke' | 'list';
  /** The value `none` means that no response arrived. */
  readonly status: number | 'none';
  /** The error code in the response, from Licet or from OAuth. */
  readonly code: string;
  readonly milliseconds: number;
}

export interface LoadOptions {
  /** The issuer, whose token endpoint the load uses. */
  readonly issuer: string;
  readonly operators: () => readonly Client[];
  /** The number of sessions that refresh in parallel. */
  readonly sessions?: number;
  /** Milliseconds between the refreshes of a session. The default is 40. */
  readonly between?: number;
}

/** Users and programs that send requests of all kinds in parallel, and record the acknowledged results. */
export interface Load {
  /** Returns the responses since the last call. */
  readonly heard: () => readonly Heard[];
  /** Waits until each kind of request has succeeded the given number of times from now on. */
  readonly goesWell: (times?: number, milliseconds?: number) => Promise<void>;
  /** Pauses the load. Resolves when the last response has arrived. */
  readonly rest: () => Promise<void>;
  readonly goOn: () => void;
  /** Refreshes each session now. Returns one OAuth error code per session, or an empty string for each success. */
  readonly renewals: () => Promise<readonly string[]>;
  /**
   * Expects that nothing acknowledged is lost, that the audit chain is valid, and that `licet doctor` finds no problem. The load must be
   * paused.
   */
  readonly expectWhole: (when: string, dataDirectory: string) => Promise<void>;
}

const params = { application: 'books' };

export async function startLoad({ issuer, operators, sessions = 3, between = 40 }: LoadOptions): Promise<Load> {
  const [first] = operators();
  if (!first) throw new Error('There is no server.');
  await first.applications.create({ body: { id: params.application, name: 'Books' } });
  const { id: permission } = await first.permissions.create({ params, body: { name: 'read' } });
  const service = await first.clients.create({ params, body: { name: 'API', kind: 'service' } });
  const config = await openid.discovery(new URL(issuer), consoleClientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const acknowledged = { users: new Set<string>(), given: new Map<string, string>(), taken: new Map<string, string>() };
  let heard: Heard[] = [];
  let resting = true;
  let working: Promise<unknown> = Promise.resolve();
  let made = 0;

  const note = async <Result>(what: Heard['what'], ask: () => Promise<Result>) => {
    const since = performance.now();
    const say = (status: Heard['status'], code: string, result?: Result) => {
      const milliseconds = performance.now() - since;
      const one: Heard = { what, status, code, milliseconds };
      heard.push(one);
      return { one, result };
    };
    try {
      const result = await ask();
      return say(200, '', result);
    } catch (error) {
      await pause(25);
      if (error instanceof ApiError) return say(error.problem.status, error.problem.code);
      if (error instanceof Refused) return say(error.status, error.message);
      return say('none', error instanceof Error ? error.message : String(error));
    }
  };
  const operator = (): Client => {
    const all = operators();
    return all[made % all.length] ?? first;
  };

  /**
   * After a refresh without a response, sends the old token again. If the server has already consumed it, the server
   * revokes the token family, and the session signs in again.
   */
  const renew = async (session: Session) => {
    const { one, result } = await note('refresh', () =>
      asked(issuer, { grant_type: 'refresh_token', refresh_token: session.token, client_id: consoleClientId }),
    );
    if (result) {
      session.token = result.refresh_token ?? '';
      session.unsure = false;
    } else if (one.code !== 'invalid_grant') session.unsure = true;
    else if (session.unsure) {
      heard = heard.filter((it) => it !== one);
      await signAgain(session);
    }
    return one;
  };
  const signAgain = async (session: Session) => {
    const tokens = await signIn(config, {
      issuer,
      clientId: consoleClientId,
      redirectUri: `${issuer}/callback`,
      login: administrator.email,
      password: administrator.password,
    }).catch(() => undefined);
    if (!tokens) return;
    session.token = tokens.refresh_token ?? '';
    session.unsure = false;
  };

  const write = async () => {
    made += 1;
    const username = `writer-${made}`;
    const { result: user } = await note('user', () => operator().users.create({ body: { username, name: username } }));
    if (!user) return;
    acknowledged.users.add(username);
    const body = {
      principal: { kind: 'user' as const, id: user.id },
      gives: { kind: 'permission' as const, id: permission },
    };
    const { result: grant } = await note('grant', () => operator().grants.create({ params, body }));
    if (!grant) return;
    if (made % 2 === 0) return void acknowledged.given.set(user.id, username);
    const { result: revoked } = await note('revoke', async () => {
      await operator().grants.revoke({ params: { ...params, grant: grant.id } });
      return true;
    });
    if (revoked) acknowledged.taken.set(user.id, username);
  };

  const basic = `Basic ${btoa(`${service.client.id}:${service.secret}`)}`;
  const kinds = [
    write,
    () => note('token', () => asked(issuer, { grant_type: 'client_credentials' }, { authorization: basic })),
    () => note('list', () => operator().users.list({ query: { q: 'writer', limit: 20 } })),
  ];
  const signedIn = await Promise.all(
    Array.from({ length: sessions }, async () => {
      const session: Session = { token: '', unsure: false };
      await signAgain(session);
      expect(session.token).not.toBe('');
      return session;
    }),
  );
  const again = async (work: () => Promise<unknown>) => {
    for (; !resting; await pause(between)) await work();
  };
  const goOn = () => {
    if (!resting) return;
    resting = false;
    working = Promise.all([...kinds, ...signedIn.map((session) => () => renew(session))].map(again));
  };
  const rest = async () => {
    resting = true;
    await working;
  };
  goOn();

  return {
    heard: () => {
      const all = heard;
      heard = [];
      return all;
    },
    goesWell: async (times = 2, milliseconds = 120_000) => {
      const from = new Set(heard);
      const well = () => {
        const since = heard.filter((one) => one.status === 200 && !from.has(one));
        return (['refresh', 'token', 'user', 'grant', 'revoke', 'list'] as const).every(
          (kind) => since.filter(({ what }) => what === kind).length >= times,
        );
      };
      for (const end = performance.now() + milliseconds; !well(); await pause(20))
        if (performance.now() > end)
          throw new Error(`Requests still fail after ${milliseconds} ms: ${JSON.stringify(heard.slice(-10))}`);
    },
    rest,
    goOn,
    renewals: () => Promise.all(signedIn.map(async (session) => (await renew(session)).code)),
    expectWhole: async (when, dataDirectory) => {
      const now = operator();
      const present = await usernames(now);
      const missing = [...acknowledged.users].filter((username) => !present.has(username));
      expect(missing, `${when}: acknowledged users that are gone`).toEqual([]);
      const holders = await (await now.access.export({ params })).text();
      const holds = (username: string) => new RegExp(`^${username}\\tread$`, 'm').test(holders);
      const lost = [...acknowledged.given.values()].filter((username) => !holds(username));
      expect(lost, `${when}: acknowledged grants that are gone`).toEqual([]);
      const back = [...acknowledged.taken.values()].filter(holds);
      expect(back, `${when}: revoked grants that came back`).toEqual([]);
      expect(await now.audit.verify(), `${when}: the audit chain`).toMatchObject({ whole: true });
      const { out, code } = await doctor(dataDirectory);
      expect(out, when).not.toContain('FAULT');
      expect([0, 3], `${when}: 3 where the settings with the database’s address are not at hand`).toContain(code);
      for (const known of [acknowledged.users, acknowledged.given, acknowledged.taken]) known.clear();
    },
  };
}

/** Returns the output of `licet doctor`, which also checks the settings in its environment. */
export function doctor(dataDirectory: string) {
  const { PATH, HOME } = process.env;
  return command(['doctor', '--data', dataDirectory], { PATH, HOME });
}

/**
 * Returns whether a response is unexpected. A success is expected, and so is a refusal because Licet is temporarily
 * unavailable.
 */
export const wrong = ({ status, code }: Heard): boolean =>
  !(status === 200 || (status === 503 && ['unavailable', 'server_error'].includes(code)));

interface Session {
  token: string;
  /** Whether the last refresh received no response, so that the server may have consumed the token. */
  unsure: boolean;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

async function asked(issuer: string, body: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${issuer}/oidc/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const answer = (text.startsWith('{') ? JSON.parse(text) : { error: text.slice(0, 100) }) as Record<string, string>;
  if (!response.ok) throw new Refused(response.status, answer.error ?? answer.code ?? 'no code');
  return answer;
}

async function usernames({ users }: Client): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await users.list({
      query: { q: 'writer-', limit: 200, sort: 'username', ...(cursor ? { cursor } : {}) },
    });
    for (const { username } of page.items) present.add(username);
    if (page.next === null) return present;
    cursor = page.next;
  }
}
