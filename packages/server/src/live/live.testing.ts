import { permissionsRef } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { stableAccess } from '../identity/tokens/kept-access.ts';
import { fingerprintOf } from '../identity/tokens/token-claims.ts';
import { tokenAccess } from '../store/access/effective.ts';
import { checks } from '../store/checks.ts';
import { openDatabase } from '../store/kernel/database.ts';
import { listen } from '../store/kernel/listen.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { type TestStore, testStore } from '../store/store.testing.ts';
import type { Caller } from '../usecases/context.ts';
import { type Live, type LiveOptions, openLive } from './hub.ts';

/** The streams of one server. Several servers can share a database. */
export interface TestHub {
  readonly live: Live;
  readonly errors: unknown[];
  close(): Promise<void>;
}

/**
 * Starts the streams of a server with its own connections. When this returns, the server already listens for changes.
 */
export async function startHub(store: TestStore, options: Partial<LiveOptions> = {}): Promise<TestHub> {
  const { connectionString = '' } = store.database.pool.options;
  const database = openDatabase({ checks, connectionString, clockOffset: store.database.clockOffset });
  const listener = listen(database);
  const errors: unknown[] = [];
  const live = openLive({ database, listener, onError: (error) => void errors.push(error), ...options });
  await new Promise<void>((resolve) => listener.on('licet_test', () => resolve()));
  return {
    live,
    errors,
    close: async () => {
      await live.close();
      await listener.close();
      await database.close();
    },
  };
}

/** Two servers on one database, for the tests of a file. */
export interface TestHubs {
  readonly store: TestStore;
  /** The servers of the current test; each test gets new ones. */
  readonly hubs: readonly [TestHub, TestHub];
  /** Reads a stream until the test ends. */
  readonly follow: (stream: AsyncIterable<string>) => Reader;
}

/** Starts two servers before each test of the file. After each, it closes the readers and checks that no server had an error. */
export function testHubs(): TestHubs {
  let store: TestStore | undefined;
  let hubs: [TestHub, TestHub] | undefined;
  const readers: Reader[] = [];
  const given = <Value>(value: Value | undefined): Value => value ?? expect.fail('The hubs are not started yet.');
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store?.close());
  beforeEach(async () => {
    hubs = [await startHub(given(store)), await startHub(given(store))];
  });
  afterEach(async () => {
    store?.setClock(0);
    for (const reader of readers.splice(0)) await reader.leave();
    expect(hubs?.flatMap(({ errors }) => errors)).toEqual([]);
    for (const hub of hubs ?? []) await hub.close();
  });
  return {
    get store() {
      return given(store);
    },
    get hubs() {
      return given(hubs);
    },
    follow: (stream) => {
      const reader = new Reader(stream);
      readers.push(reader);
      return reader;
    },
  };
}

/** A user with a token of their present access. */
export async function holderOf(
  store: TestStore,
  userId: string,
  application: string,
  sessionId: string | null = null,
  clientId?: string,
): Promise<Caller & { readonly kind: 'user' }> {
  const access = await stableAccess((at) =>
    readNow(store.database, (snapshot) => tokenAccess(snapshot, userId, application), at),
  );
  if (!access) throw new Error(`There is no application ${application}.`);
  const carried = fingerprintOf(permissionsRef(access.roles), permissionsRef(access.permissions));
  const expiresAt = Math.floor(Date.now() / 1000) + limits.accessTokenLifetime.value;
  const token = { version: access.ver, expiresAt, carries: () => carried };
  return {
    kind: 'user',
    userId,
    sessionId,
    ...(clientId === undefined ? {} : { clientId }),
    audience: application,
    token,
  };
}

/** A program of an application with a token. */
export function programOf(
  application: string,
  clientId = 'ffffffff-ffff-ffff-ffff-ffffffffffff',
): Caller & { readonly kind: 'service' } {
  const expiresAt = Math.floor(Date.now() / 1000) + limits.accessTokenLifetime.value;
  return { kind: 'service', clientId, audience: application, token: { version: 0, expiresAt } };
}

export interface Heard {
  readonly id: number | undefined;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream as it arrives. */
export class Reader {
  readonly heard: Heard[] = [];
  /** All text so far, including comments. */
  text = '';
  over = false;
  readonly done: Promise<void>;
  readonly #stream: AsyncIterator<string>;
  #read = 0;

  constructor(stream: AsyncIterable<string>) {
    this.#stream = stream[Symbol.asyncIterator]();
    this.done = this.#go();
  }

  /** The next event of a kind. Each event is returned only once. */
  async next(event: string, within = 60_000): Promise<Heard> {
    for (const until = Date.now() + within; Date.now() < until; await pause(2)) {
      const index = this.heard.findIndex((heard, place) => place >= this.#read && heard.event === event);
      const found = this.heard[index];
      if (!found) continue;
      this.#read = index + 1;
      return found;
    }
    throw new Error(`No event ${event} within ${within} ms; heard: ${JSON.stringify(this.heard)}`);
  }

  /** Waits, and then returns all events of the kind that have arrived. */
  async quiet(event: string, milliseconds = 150): Promise<Heard[]> {
    await pause(milliseconds);
    return this.heard.filter((heard) => heard.event === event);
  }

  async leave(): Promise<void> {
    await this.#stream.return?.();
    await this.done;
  }

  async #go(): Promise<void> {
    for (let result = await this.#stream.next(); !result.done; result = await this.#stream.next()) {
      this.text += result.value;
      for (const block of result.value.split('\n\n')) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const event = field('event');
        if (event === undefined) continue;
        const id = field('id');
        this.heard.push({
          id: id === undefined ? undefined : Number(id),
          event,
          data: JSON.parse(field('data') ?? ''),
        });
      }
    }
    this.over = true;
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
