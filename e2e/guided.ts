import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Place, places } from '../packages/console/src/features/applications/integration/places.ts';
import { findChromium } from '../scripts/chromium.ts';
import { fenced } from '../scripts/examples.ts';
import { freePort } from '../scripts/free-port.ts';
import { removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { reachingRegistry } from './release.testing.ts';

const params = { application: 'ledger' } as const;
const password = 'maple kettle drifts over sand';

/** A Licet that is set up as the guides assume, and a browser. */
interface GuideWorld {
  /** The origin of an application that a test starts. */
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  grant(permission: string): Promise<void>;
  /** Registers a service client. */
  service(): Promise<{ readonly id: string; readonly secret: string }>;
  /** The number of streams that API servers hold open. */
  apiStreams(): Promise<number>;
  /** Opens a page in a browser without a session. */
  open(): Promise<Visit>;
  stop(): Promise<void>;
}

/** A page, and the errors of its console. */
interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Opens a URL without a session, and signs in as Maya. */
  signIn(address: string): Promise<void>;
  signInAt(address: string, heading: string): Promise<void>;
  /** Waits until the heading is visible and the page stays at the address. */
  expectAt(address: string, heading: string): Promise<void>;
}

async function startGuideWorld(): Promise<GuideWorld> {
  const metrics = await freePort();
  const licet = await startWithAdministrator({ environment: { LICET_METRICS_PORT: String(metrics) } });
  const { operator } = licet;
  const origin = `http://localhost:${await freePort()}`;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const ids = new Map<string, string>();
  for (const name of ['invoices.read', 'invoices.send', 'invoices.void', 'invoices.refund', 'reports.read'])
    ids.set(name, (await operator.permissions.create({ params, body: { name, title: '' } })).id);
  const uris = { redirectUris: [`${origin}/`], postLogoutRedirectUris: [`${origin}/`], webOrigins: [origin] };
  const { client } = await operator.clients.create({ params, body: { name: 'Ledger', kind: 'browser', ...uris } });
  const maya = await operator.users.create({ body: { username: 'maya', name: 'Maya Lindqvist' } });
  const { url } = await operator.users.passwordLink({ params: { user: maya.id } });
  await operator.passwords.set({ body: { token: new URL(url).hash.slice('#token='.length), password } });
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] });
  return {
    origin,
    issuer: licet.url,
    clientId: client.id,
    grant: async (permission) => {
      const gives = { kind: 'permission', id: ids.get(permission) ?? '' } as const;
      const body = { principal: { kind: 'user', id: maya.id }, gives, reason: 'The desk' } as const;
      await operator.grants.create({ params, body });
    },
    service: async () => {
      const { client, secret } = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
      return { id: client.id, secret: secret ?? '' };
    },
    apiStreams: async () => {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
      return Number(/^licet_live_streams\{kind="service"\} (\d+)$/m.exec(text)?.[1]);
    },
    open: () => openPage(browser, origin),
    stop: async () => {
      await browser.close();
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
  };
}

async function openPage(browser: Browser, origin: string): Promise<Visit> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const expectAt: Visit['expectAt'] = async (address, heading) => {
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(page.url()).toBe(`${origin}${address}`);
    // A hanging renderer does not respond.
    expect(await page.evaluate(() => document.readyState)).toBe('complete');
  };
  const signIn: Visit['signIn'] = async (address) => {
    await page.goto(`${origin}${address}`);
    await page.getByLabel('E-mail or username').fill('maya');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  return {
    page,
    complaints,
    expectAt,
    signIn,
    signInAt: async (address, heading) => {
      await signIn(address);
      await expectAt(address, heading);
    },
  };
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** An application that another project's generator created in a temporary folder. */
interface Generated {
  /**
   * Runs commands in the folder.
   * @throws Error with the output of the commands
   */
  sh(command: string): string;
  write(file: string, text: string): void;
  /** Writes the files of a guide with the test's values instead of the guide's values, and installs our packages as the guide describes. */
  follow(guide: string, values: Readonly<Record<string, string>>): void;
  /**
   * Starts the application and waits until it responds.
   * @returns a function that stops the application
   */
  serve(command: string, address: string, environment?: Readonly<Record<string, string>>): Promise<() => Promise<void>>;
  remove(): void;
}

/** Runs the newest version of a generator. */
function generate(command: string): Generated {
  const place = mkdtempSync(join(tmpdir(), 'licet-generated-'));
  const folder = join(place, 'ledger');
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1', npm_config_yes: 'true' };
  const env = { PATH: process.env.PATH, HOME: place, ...reachingRegistry, ...quiet };
  const run = (what: string, cwd: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', what], { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`“${what}” failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
    return stdout;
  };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  run(command, place);
  return {
    sh: (what) => run(what, folder),
    write,
    follow: (guide, values) => {
      for (const { file, code } of fenced(guide, readFileSync(join(root, guide), 'utf8')))
        if (file !== undefined)
          write(
            file,
            Object.entries(values).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), code),
          );
      const tarballs = ['rule', 'client', 'react', 'api'].map((name) => `.packages/licet-${name}-0.1.0.tgz`);
      run(`npm install ${tarballs.map((file) => join(root, file)).join(' ')}`, folder);
    },
    serve: async (what, address, environment = {}) => {
      const child = spawn('bash', ['-euc', what], {
        cwd: folder,
        env: { ...env, ...environment },
        detached: true,
        stdio: 'ignore' as const,
      });
      const closed = once(child, 'close');
      const end = async () => {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
        await closed;
      };
      const answers = () => fetch(address).then(({ status }) => status < 500, refused);
      try {
        await vi.waitUntil(answers, { timeout: 120_000, interval: 250 });
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

const refused = () => false;

/** Packs our packages into tarballs, as the guides describe. */
function packPackages(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/packages.mjs', 'pack'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The packages were not made: ${stderr}`);
}

/** Whether this machine cannot reach the registry that generators install from. */
const registryAway = spawnSync('npm', ['view', 'create-next-app', 'version'], { timeout: 60_000 }).status !== 0;

/** An application from another project's newest generator, with the code of our guides and of the Integration tab. */
export interface Guided {
  readonly world: GuideWorld;
  readonly application: Generated;
  /** Writes the files of `docs/guides/NAME.md`, and installs our packages. */
  follow(guide: string): void;
  /** Writes the files that the Integration tab shows for the guides' client and the permission `invoices.refund`. */
  paste(...shown: readonly Place[]): void;
  /** Serves the application or its API. Stops it at the next call, or at the end of the test file. */
  serve(command: string, of?: 'page' | 'api', environment?: Readonly<Record<string, string>>): Promise<void>;
}

/** Declares tests of one generated application. Skips them if the registry of the generator cannot be reached. */
export function guided(generator: string, setUp: (guided: Guided) => Promise<void>) {
  let it: Guided;
  const ends = new Map<string, () => Promise<void>>();

  beforeAll(async () => {
    if (registryAway) return console.log(`Skipped: the registry is not reached from here for “${generator}”.`);
    packPackages();
    const world = await startGuideWorld();
    const application = generate(generator);
    const api = await freePort();
    const addresses = {
      'http://localhost:4080': world.issuer,
      'the client’s id': world.clientId,
      'http://localhost:5173': world.origin,
      'port: 5173': `port: ${new URL(world.origin).port}`,
      'localhost:3001': `localhost:${api}`,
      'listen(3001)': `listen(${api})`,
    };
    it = {
      world,
      application,
      follow: (guide) => application.follow(`docs/guides/${guide}.md`, addresses),
      paste: (...shown) => {
        for (const place of shown)
          for (const { file, code } of places[place].code(factsOf(world)))
            if (file !== undefined) application.write(file, replaced(code, addresses));
      },
      serve: async (command, of = 'page', environment = {}) => {
        await ends.get(of)?.();
        ends.delete(of);
        const address = of === 'page' ? world.origin : `http://localhost:${api}/`;
        ends.set(of, await application.serve(command, address, environment));
      },
    };
    await setUp(it);
  });
  afterAll(async () => {
    for (const end of ends.values()) await end();
    it?.application.remove();
    await it?.world.stop();
  });

  /** Declares a test with a browser without a session. The page may report only errors that match `allowed`. */
  return (title: string, run: (visit: Visit, guided: Guided) => Promise<void>, allowed?: RegExp) =>
    test.skipIf(registryAway)(title, async ({ expect }) => {
      const visit = await it.world.open();
      await run(visit, it);
      expect(visit.complaints.filter((said) => !allowed?.test(said))).toEqual([]);
      await visit.page.close();
    });
}

const factsOf = ({ issuer, clientId, origin }: GuideWorld) => ({
  issuer,
  clientId,
  audience: 'ledger',
  title: 'Ledger',
  redirectUri: `${origin}/`,
  signOutUris: [`${origin}/`],
  permission: 'invoices.refund',
});

const replaced = (code: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), code);
