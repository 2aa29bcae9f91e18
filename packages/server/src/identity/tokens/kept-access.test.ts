import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NewestAccess } from '../../store/access/effective.ts';
import { deleteClient } from '../../store/applications/clients.ts';
import type { Change } from '../../store/kernel/change.ts';
import { endFacts } from '../../store/kernel/facts.ts';
import { replaceApplicationPolicy } from '../../store/policy/application-policy.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  addRolePermission,
  setStatus,
  type TestApplication,
  type TestNamed,
} from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  type StartedServer,
  signIn,
  type TestClient,
  testServers,
} from '../steps/sign-in.testing.ts';
import { keepAccess } from './kept-access.ts';

let store: StartedServer['store'];
let addresses: readonly string[];
let first: StartedServer['server'];
let shop: TestApplication;
let clerk: TestNamed;
let permission: TestNamed;
let job: TestClient;
let browser: TestClient;

beforeAll(async () => {
  const started = await testServers();
  store = started.store;
  first = started.server;
  addresses = [started.server.address, started.other.address];
  await arrange(store, async (handle) => {
    shop = await addApplication(handle, 'shop', 'Shop');
    permission = await addPermission(handle, shop, 'orders.read');
    clerk = await addRole(handle, shop, 'clerk', [permission]);
    job = await addClient(handle, shop, 'service');
    browser = await addClient(handle, shop);
  });
  return async () => {
    expect([...started.server.errors, ...started.other.errors]).toEqual([]);
    await started.close();
  };
});
afterEach(() => store.setClock(0));

interface Answer {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly error?: string;
}

async function post(address: string, body: Record<string, string>, headers = {}): Promise<Answer> {
  const answer = await fetch(`${address}/oidc/token`, { method: 'POST', body: new URLSearchParams(body), headers });
  return (await answer.json()) as Answer;
}

/** A token that the server issues to the program, by default for its own application. */
async function ofProgram(address: string): Promise<Record<string, unknown>> {
  const authorization = `Basic ${btoa(`${job.id}:${job.secret}`)}`;
  const { access_token: token, error } = await post(address, { grant_type: 'client_credentials' }, { authorization });
  return claimsOf(token ?? expect.fail(error));
}

/** A signed-in user, who refreshes at either server. */
async function person(): Promise<TestNamed & { refresh: (address: string) => Promise<Record<string, unknown>> }> {
  const user = await arrange(store, (handle) => addSignInUser(first, handle));
  let held = (await signIn(first, browser, user.username)).tokens.refresh_token ?? '';
  return {
    ...user,
    refresh: async (address) => {
      const body = { grant_type: 'refresh_token', client_id: browser.id, refresh_token: held };
      const { access_token: token, refresh_token: next = '', error } = await post(address, body);
      if (error) return { error };
      held = next;
      return claimsOf(token ?? '');
    },
  };
}

/** Sends the request to both servers twice. The second answers can come from memory. */
async function atBoth(ask: (address: string) => Promise<Record<string, unknown>>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const address of [...addresses, ...addresses]) {
    const { permissions, error } = await ask(address);
    found.push(error ?? permissions);
  }
  return found;
}

const permitted = Array.from({ length: 4 }, () => ['orders.read']);
const nothing = Array.from({ length: 4 }, () => []);
const refused = Array.from({ length: 4 }, () => 'invalid_grant');

const grantTo = (handle: Change, id: string, kind: 'user' | 'client', times = {}) =>
  addGrant(handle, { application: shop, principal: { id, name: id }, kind, role: clerk, ...times });

describe('access cached by two servers', () => {
  test('is not issued to a program after its grant or its role’s permission was removed', async () => {
    const grant = await arrange(store, (handle) => grantTo(handle, job.id, 'client'));
    expect(await atBoth(ofProgram)).toEqual(permitted);
    await arrange(store, (handle) => endFacts(handle, 'role_permissions', { role_id: [clerk.id] }));
    expect(await atBoth(ofProgram)).toEqual(nothing);
    await arrange(store, (handle) => addRolePermission(handle, clerk, permission));
    expect(await atBoth(ofProgram)).toEqual(permitted);
    await arrange(store, (handle) => endFacts(handle, 'grants', { id: [grant] }));
    expect(await atBoth(ofProgram)).toEqual(nothing);
  });

  test('is no longer issued to a program that is removed', async () => {
    const program = await arrange(store, async (handle) => {
      const added = await addClient(handle, shop, 'service');
      await grantTo(handle, added.id, 'client');
      return added;
    });
    const authorization = `Basic ${btoa(`${program.id}:${program.secret}`)}`;
    const ask = async (address: string) => {
      const { access_token: token, error } = await post(
        address,
        { grant_type: 'client_credentials' },
        { authorization },
      );
      return token ? claimsOf(token) : { error };
    };
    expect(await atBoth(ask)).toEqual(permitted);
    await arrange(store, (handle) => deleteClient(handle, program.id));
    expect(await atBoth(ask)).toEqual(Array.from({ length: 4 }, () => 'invalid_client'));
  });

  test('is not issued to a suspended user, or against a stricter application policy', async () => {
    const [ada, bob] = [await person(), await person()];
    await arrange(store, async (handle) => {
      for (const { id } of [ada, bob]) await grantTo(handle, id, 'user');
    });
    for (const { refresh } of [ada, bob]) expect(await atBoth(refresh)).toEqual(permitted);
    await arrange(store, (handle) => setStatus(handle, ada, 'suspended'));
    expect(await atBoth(ada.refresh)).toEqual(refused);
    await arrange(store, (handle) => setStatus(handle, ada, 'active'));
    expect(await atBoth(ada.refresh)).toEqual(permitted);
    const policy = { ways: null, maxAge: null };
    const replace = (secondFactor: boolean) =>
      arrange(store, (handle) =>
        replaceApplicationPolicy(handle, { id: shop.key, factId: shop.id }, { ...policy, secondFactor }),
      );
    await replace(true);
    expect(await atBoth(bob.refresh)).toEqual(refused);
    await replace(false);
    expect(await atBoth(bob.refresh)).toEqual(permitted);
  });

  test('is issued only between start and end of a grant, even if the database’s clock goes back', async () => {
    const hour = 3_600_000;
    const soon = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
    const ada = await person();
    await arrange(store, (handle) => grantTo(handle, ada.id, 'user', { starts: soon(1), ends: soon(2) }));
    for (const [hours, expected] of [
      [0, nothing],
      [1.5, permitted],
      [2.5, nothing],
      [1.5, permitted],
      [0, nothing],
    ] as const) {
      store.setClock(hours * hour);
      expect(await atBoth(ada.refresh), `after ${hours} hours`).toEqual(expected);
    }
  });

  test('never outlives a committed change, even under constant requests', async () => {
    const people = [await person(), await person()];
    const asked: ((address: string) => Promise<Record<string, unknown>>)[] = [
      ...people.map(({ refresh }) => refresh),
      ...Array.from({ length: 4 }, () => ofProgram),
    ];
    /** Whether the permission is held as of a change number. */
    const states: { readonly no: number; readonly holds: boolean }[] = [];
    const counts = asked.map(() => 0);
    let committed = 0;
    let over = false;
    const faults: unknown[] = [];
    const asking = asked.map(async (ask, index) => {
      while (!over) {
        const known = committed;
        const claims = await ask(addresses[(counts[index] ?? 0) % 2] ?? '');
        if (states.length > 0) checkAgainst(claims, known, states, faults);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    });
    const answeredAgain = async () => {
      const before = [...counts];
      await expect
        .poll(() => counts.every((count, index) => count >= (before[index] ?? 0) + 5), { timeout: 120_000 })
        .toBe(true);
    };
    let grants: string[] = [];
    const change = async (holds: boolean) => {
      committed = await arrange(store, async (handle) => {
        states.push({ no: handle.no, holds });
        if (!holds) await endFacts(handle, 'grants', { id: grants });
        else
          grants = [
            await grantTo(handle, job.id, 'client'),
            ...(await Promise.all(people.map(({ id }) => grantTo(handle, id, 'user')))),
          ];
        return handle.no;
      });
    };
    for (let round = 0; round < 6; round += 1) {
      await change(true);
      if (round % 2 === 0) await answeredAgain();
      await change(false);
      if (round % 3 === 0) await answeredAgain();
    }
    await answeredAgain();
    over = true;
    await Promise.all(asking);
    expect(faults).toEqual([]);
  });
});

/**
 * Checks that a token carries exactly what was recorded at its change number, and that this number is not lower than the last number
 * that was known at the time of the request.
 */
function checkAgainst(
  claims: Record<string, unknown>,
  known: number,
  states: readonly { readonly no: number; readonly holds: boolean }[],
  faults: unknown[],
): void {
  const ver = Number(claims.ver);
  const state = states.findLast(({ no }) => no <= ver);
  const holds = Array.isArray(claims.permissions) && claims.permissions.length > 0;
  if (ver < known || holds !== (state?.holds ?? false)) faults.push({ known, state, claims });
}

describe('the access cache', () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000000Z`;
  const moment = { no: 7, at: at(1), clock: at(1), head: 'aa' };
  const access = (role: string): NewestAccess => ({
    roles: [role],
    permissions: [],
    ver: 7,
    at: at(1),
    clock: at(1),
    changesAt: null,
    head: 'aa',
  });
  const holder = (sub: string) => ({ kind: 'user', sub, application: 'shop' }) as const;

  test('is not used after a failover to a database with a different change of the same number', async () => {
    const kept = keepAccess(store.database);
    await kept.read(holder('a'), moment, access('clerk'));
    expect(await kept.read(holder('a'), moment)).toEqual(access('clerk'));
    const other = { ...access('reader'), head: 'bb' };
    expect(await kept.read(holder('a'), { ...moment, head: 'bb' }, other)).toEqual(other);
    expect(kept.likely()).toBe(false);
  });

  test('is limited, and evicts the least recently used entry', async () => {
    const kept = keepAccess(store.database, 1200);
    const inMemory = async (sub: string) => {
      await kept.read(holder(sub), moment, access('clerk'));
      return kept.likely();
    };
    for (const sub of ['a', 'b']) expect(await inMemory(sub)).toBe(false);
    expect(await inMemory('a')).toBe(true);
    expect(await inMemory('c')).toBe(false);
    expect([await inMemory('a'), await inMemory('c')]).toEqual([true, true]);
    expect(await inMemory('b')).toBe(false);
  });
});
