import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { LicetOptions } from '@licet/client';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../../licet.ts';
import { startWithAdministrator } from '../../made-once.ts';
import { startSession } from '../../visitor.ts';

/** A page of an application on its own origin, with `@licet/client`. */
interface ServedPage {
  readonly origin: string;
  stop(): void;
}

/** Serves the page at every path. Below /guard, serves a page that React guards. Each page load reads `options` again. */
async function servePage(options: () => LicetOptions): Promise<ServedPage> {
  const script = await bundled('page.ts');
  const guard = await bundled('guard-page.tsx');
  const server = createServer((request, response) => {
    if (request.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (request.url === '/guard.js') return response.setHeader('content-type', 'text/javascript').end(guard);
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    const page = request.url?.startsWith('/guard') ? guarded(options()) : html(options());
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    sourcemap: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

const places = ['status', 'reason', 'name', 'roles', 'refund', 'exp', 'count', 'address'];

const html = (options: LicetOptions) => `<!doctype html><html lang="en"><title>Ledger</title>
<button id="sign-in">Sign in</button><button id="sign-out">Sign out</button>
<textarea aria-label="Note"></textarea>
<dl>${places.map((place) => `<dt>${place}</dt><dd id="${place}"></dd>`).join('')}</dl>
<script>globalThis.options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/page.js"></script></html>`;

const guarded = (options: LicetOptions) => `<!doctype html><html><title>Ledger</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><body>
<script>globalThis.options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/guard.js"></script></html>`;

export const password = 'maple kettle drifts over sand';
const params = { application: 'ledger' } as const;

/** A Licet with the application Ledger, and Ledger's page. */
export interface World {
  readonly licet: RunningLicet;
  readonly page: ServedPage;
  /** The options of the page's client. A change takes effect at the next load. */
  readonly options: { -readonly [Name in keyof LicetOptions]: LicetOptions[Name] };
  addUser(username: string, role: 'clerk' | 'everything'): Promise<string>;
  grant(user: string, permission: string, ends?: Date): Promise<string>;
  /** Kills the server (SIGKILL) and starts it again. */
  restart(): Promise<void>;
  /**
   * Kills the server (SIGKILL).
   * @returns a function that starts the server again
   */
  away(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/**
 * @param many the number of further permissions in the role “everything”. Hundreds of permissions do not fit into a
 * token.
 */
export async function startWorld(many = 400): Promise<World> {
  let licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const ids = new Map<string, string>();
  const records = Array.from({ length: many }, (_, index) => `records.action-${String(index).padStart(4, '0')}`);
  for (const name of ['invoices.read', 'invoices.refund', ...records])
    ids.set(name, (await operator.permissions.create({ params, body: { name, title: '' } })).id);
  const idOf = (name: string) => ids.get(name) ?? '';
  for (const [name, held] of [
    ['clerk', ['invoices.read']],
    ['everything', [...ids.keys()]],
  ] as const) {
    const body = { name, title: '', permissions: held.map(idOf), includes: [] };
    ids.set(name, (await operator.roles.create({ params, body })).id);
  }
  const options: World['options'] = { issuer: licet.url, clientId: '', audience: 'ledger' };
  const page = await servePage(() => options);
  const { client } = await operator.clients.create({
    params,
    body: {
      name: 'Ledger',
      kind: 'browser',
      redirectUris: [`${page.origin}/`],
      postLogoutRedirectUris: [`${page.origin}/`],
      webOrigins: [page.origin],
    },
  });
  options.clientId = client.id;
  const give = async (user: string, kind: 'role' | 'permission', id: string, ends?: Date) => {
    const body = { principal: { kind: 'user', id: user }, gives: { kind, id }, reason: 'The desk' } as const;
    const made = await operator.grants.create({ params, body: { ...body, ...(ends && { ends: ends.toISOString() }) } });
    return made.id;
  };
  const away = async () => {
    const { dataDirectory, url } = licet;
    await licet.kill();
    return async () => {
      licet = await startLicet({ dataDirectory, port: Number(new URL(url).port), environment: withAdministrator });
    };
  };
  return {
    get licet() {
      return licet;
    },
    page,
    options,
    addUser: async (username, role) => {
      const body = {
        username,
        name: username[0]?.toUpperCase() + username.slice(1),
        email: `${username}@aurelia.example`,
      };
      const { id } = await operator.users.create({ body });
      const { url } = await operator.users.passwordLink({ params: { user: id } });
      await operator.passwords.set({ body: { token: new URL(url).hash.slice('#token='.length), password } });
      await give(id, 'role', idOf(role));
      return id;
    },
    grant: (user, permission, ends) => give(user, 'permission', idOf(permission), ends),
    away,
    restart: async () => (await away())(),
    stop: async () => {
      page.stop();
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
  };
}

/** Signs in from a page of the application, as a user does. */
export async function signInAt(page: Page, login: string): Promise<void> {
  await expect(page.locator('#status')).toHaveText('signed-out');
  await page.locator('#sign-in').click();
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('#status')).toHaveText('valid');
}

/** Signs in a user who already has a session in this browser, so that the sign-in page does not appear. */
export async function signInKnown(page: Page, { licet }: World, login: string): Promise<void> {
  await startSession(page.context(), licet.url, login, password);
  await expect(page.locator('#status')).toHaveText('signed-out');
  await page.locator('#sign-in').click();
  await expect(page.locator('#status')).toHaveText('valid');
}

/** Counts the requests of a browser to the token endpoint from now on. */
export function countTokenRequests(context: BrowserContext): { readonly sent: number } {
  const count = { sent: 0 };
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/oidc/token')) count.sent += 1;
  });
  return count;
}
