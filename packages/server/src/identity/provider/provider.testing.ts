import { test as base } from 'vitest';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  type TestApplication,
  type TestNamed,
} from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  type Browser,
  type StartedServer,
  type TestClient,
  testServers,
} from '../steps/sign-in.testing.ts';

/** Two servers on one database, with the application `shop`, its clients, and a user who has access to it. */
export interface ProviderWorld {
  readonly store: StartedServer['store'];
  readonly server: StartedServer['server'];
  /** The other server, behind the same public address. */
  readonly other: StartedServer['server'];
  readonly shop: TestApplication;
  readonly bank: TestApplication;
  /** A browser client of the shop. */
  readonly page: TestClient;
  /** A server client of the shop. */
  readonly back: TestClient;
  /** A program of the shop. */
  readonly service: TestClient;
  /** Another program of the shop. */
  readonly another: TestClient;
  /** A browser client of the bank. */
  readonly bankPage: TestClient;
  /** A program of the bank. */
  readonly stranger: TestClient;
  /** The role in the shop with the permission `orders.read`, which ada has. */
  readonly clerk: TestNamed;
  readonly ada: TestNamed & { username: string };
  /** The id of the grant that gives ada the permission `orders.refund` in the shop. */
  readonly refunds: string;
  /** Posts a form to the provider, with the client's id and secret. */
  readonly post: (path: string, by: TestClient, fields: Record<string, string>, address?: string) => Promise<Response>;
}

async function providerWorld(): Promise<{ world: ProviderWorld; close: () => Promise<void> }> {
  const { store, server, other, close } = await testServers({ api: true });
  const made = await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    const bank = await addApplication(handle, 'bank', 'Bank');
    const read = await addPermission(handle, shop, 'orders.read');
    const refund = await addPermission(handle, shop, 'orders.refund');
    const clerk = await addRole(handle, shop, 'clerk', [read]);
    const ada = await addSignInUser(server, handle, {
      username: 'Ada',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    });
    await addGrant(handle, { application: shop, principal: ada, role: clerk });
    return {
      shop,
      bank,
      clerk,
      ada,
      refunds: await addGrant(handle, { application: shop, principal: ada, permission: refund }),
      page: await addClient(handle, shop, 'browser'),
      back: await addClient(handle, shop, 'server'),
      service: await addClient(handle, shop, 'service'),
      another: await addClient(handle, shop, 'service'),
      bankPage: await addClient(handle, bank, 'browser'),
      stranger: await addClient(handle, bank, 'service'),
    };
  });
  const post: ProviderWorld['post'] = (path, { id, secret }, fields, address = server.address) => {
    const body = new URLSearchParams(fields);
    if (secret === null) body.set('client_id', id);
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const headers = secret === null ? {} : { authorization: basic };
    return fetch(`${address}${path}`, { method: 'POST', body, headers });
  };
  return { world: { store, server, other, ...made, post }, close };
}

/**
 * A test with one {@link ProviderWorld} for its file. Fails at the end of the file if a server had an error that is not
 * a refusal.
 */
export const test = base.extend<{ world: ProviderWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      const { world, close } = await providerWorld();
      await use(world);
      await close();
      const errors = [...world.server.errors, ...world.other.errors];
      if (errors.length > 0) throw new AggregateError(errors, 'A server had an error that is not a refusal.');
    },
    { scope: 'file' },
  ],
});

/** A page of the device flow, with its form. */
export interface Form {
  readonly action: string;
  readonly fields: Record<string, string>;
  readonly text: string;
}

export async function formOf(answer: Response): Promise<Form> {
  const text = await answer.text();
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    text,
    action: /action="([^"]*)"/.exec(text)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  };
}
export const send = (browser: Browser, form: Form, more: Record<string, string> = {}) =>
  browser.go(form.action, { method: 'POST', body: new URLSearchParams({ ...form.fields, ...more }) });

/** Enters a code and returns the confirmation page. */
export async function enter(browser: Browser, userCode: string): Promise<Form> {
  return formOf(await send(browser, await formOf(await browser.go('/device')), { user_code: userCode }));
}
