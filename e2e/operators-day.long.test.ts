import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { operatorClient } from 'licet/connection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Cluster, clusterMissing, startCluster } from './cluster.ts';
import { endAll } from './end-all.ts';
import { type Load, startLoad } from './faults/load.testing.ts';
import { administrator, withAdministrator } from './licet.ts';
import { type Nginx, nginxMissing, startNginx } from './nginx.ts';
import { type Prometheus, prometheusMissing, startPrometheus } from './prometheus.testing.ts';
import { block, type Release, type Started, unpackRelease } from './release.testing.ts';
import { signInStatus } from './sign-in-status.ts';

// Follows the pages of docs/operations through an operator's day, starting without an installation. Each step continues from the previous
// step.
const people = 10_000;
const noNginx = nginxMissing();
const noPrometheus = prometheusMissing();
const noCluster = clusterMissing();
for (const why of [noNginx, noPrometheus, noCluster]) if (why) console.log(`Skipped of the operator's day: ${why}.`);

describe.skipIf(noNginx)("an operator's day", () => {
  let release: Release;
  let next: Release | undefined;
  let nginx: Nginx;
  let prometheus: Prometheus | undefined;
  let licet: Started | undefined;
  let load: Load | undefined;
  let cluster: Cluster | undefined;
  let issuer: string;
  let environment: Record<string, string>;
  const data = mkdtempSync(join(tmpdir(), 'licet-day-'));
  const at = (name: string) => join(data, name);
  const operator = (folder = 'data') => operatorClient({ data: at(folder) });
  const does = (command: string, folder = 'data', place = release) => {
    const said = place.sh(command, { ...environment, LICET_DATA: at(folder) });
    expect(said.status, `${command}\n${said.stdout}${said.stderr}`).toBe(0);
    return said.stdout;
  };
  const begin = async (folder = 'data', place = release) => {
    licet = await place.start(block('docs/operations/installing.md', 'package').split('\n')[1] ?? '', {
      ...environment,
      LICET_DATA: at(folder),
    });
  };
  const wellBy = (folder = 'data', place = release) => {
    const said = does('licet doctor', folder, place);
    expect(said).not.toContain('FAULT');
    expect(said).toMatch(/^ok +Audit chain +intact/m);
  };

  beforeAll(async () => {
    chmodSync(data, 0o711); // The database runs as another user, who needs access to the folder.
    release = unpackRelease();
    const [port, metrics] = [await freePort(), await freePort()];
    nginx = await startNginx('localhost', port);
    setDefaultCACertificates([...getCACertificates('default'), nginx.authority]);
    writeFileSync(at('authority.pem'), nginx.authority);
    issuer = `https://localhost:${nginx.port}`;
    environment = {
      ...withAdministrator,
      LICET_PORT: String(port),
      LICET_ISSUER: issuer,
      LICET_TRUSTED_PROXIES: '127.0.0.1',
      LICET_METRICS_PORT: String(metrics),
      NODE_EXTRA_CA_CERTS: at('authority.pem'),
    };
    if (!noPrometheus) prometheus = await startPrometheus(metrics);
  });
  afterAll(() =>
    endAll(
      () => load?.rest(),
      () => licet?.end(),
      cluster,
      prometheus,
      nginx,
      () => release?.remove(),
      () => next?.remove(),
      data,
    ),
  );

  test('installs a release behind nginx, and signs in', async () => {
    does(block('docs/operations/installing.md', 'check'));
    const { NODE_EXTRA_CA_CERTS: _, ...plain } = environment;
    const [install = ''] = block('docs/operations/installing.md', 'package').split('\n');
    expect(release.sh(install, plain).status).toBe(0);
    await begin();
    expect(await signInStatus(issuer, administrator.email, administrator.password)).toBe(200);
    wellBy();
  });

  test('imports ten thousand users', async () => {
    const rows = Array.from(
      { length: people },
      (_, index) => `person.${index},Person ${index},person.${index}@example.org`,
    );
    writeFileSync(join(release.folder, 'people.csv'), ['username,name,email', ...rows, ''].join('\n'));
    expect(does('licet import csv people.csv')).toMatch(/Users: 10,?000 new/);
    await expectPeople();
    wellBy();
  });

  test.skipIf(noPrometheus)('shows its metrics in Prometheus', async () => {
    const measured = (query: string) => prometheus?.measured(query);
    await expect.poll(() => measured('up{job="licet"}'), { timeout: 30_000, interval: 200 }).toBe('1');
    await expect.poll(() => measured('licet_ready'), { timeout: 10_000 }).toBe('1');
    expect(Number(await measured('sum(licet_sign_ins_total{outcome="signed_in"})'))).toBeGreaterThan(0);
  });

  test('makes a backup, and verifies it', () => {
    for (const command of commands('docs/operations/keeping.md', '## Make a backup')) does(command);
  });

  test('loses no acknowledged write after kill -9', async () => {
    load = await startLoad({ issuer, operators: () => [operator()] });
    await load.goesWell(5);
    await licet?.end('SIGKILL');
    if (prometheus) await expect.poll(() => prometheus?.measured('up{job="licet"}'), { timeout: 10_000 }).toBe('0');
    await begin();
    await load.goesWell(5, 20_000);
    await load.rest();
    await load.expectWhole('after kill -9', at('data'));
    await expectPeople();
  });

  test('restores the backup elsewhere with all users and without sessions', async () => {
    await licet?.end();
    const [restore = ''] = commands('docs/operations/keeping.md', '## Restore');
    does(restore.replace('--data restored', `--data ${at('restored')}`));
    cpSync(at('data/licet.key'), at('restored/licet.key'));
    await begin('restored');
    await expectPeople('restored');
    expect(new Set(await load?.renewals())).toEqual(new Set(['invalid_grant']));
    expect(await signInStatus(issuer, administrator.email, administrator.password)).toBe(200);
    wellBy('restored');
  });

  test('the new version upgrades the schema, the old version refuses it, and the backup restores the old version', async () => {
    const [backup = ''] = commands('docs/operations/upgrading.md', '# Upgrading');
    does(backup, 'restored');
    next = nextVersion(release);
    await licet?.end();
    await begin('restored', next);
    await expectPeople('restored');
    expect(await signInStatus(issuer, administrator.email, administrator.password)).toBe(200);
    wellBy('restored', next);
    await licet?.end();
    await expect(begin('restored')).rejects.toThrow(/9999_next\.sql, which this version of Licet does not know/);
    does(`licet restore before-upgrade.backup --key backup.key --data ${at('before')}`);
    cpSync(at('data/licet.key'), at('before/licet.key'));
    await begin('before');
    await expectPeople('before');
    wellBy('before');
  });

  test.skipIf(noCluster)('moves the database to three machines and continues after the primary is lost', async () => {
    cluster = await startCluster();
    does(block('docs/operations/failover.md', 'move-backup'), 'before');
    await licet?.end();
    environment = { ...environment, LICET_DATABASE_URL: cluster.urlOf('by-hosts') };
    does(block('docs/operations/failover.md', 'move-restore').replace('--data moved', `--data ${at('moved')}`));
    cpSync(at('data/licet.key'), at('moved/licet.key'));
    await begin('moved');
    await expectPeople('moved');
    const pid = licet?.pid ?? 0;
    load = await startLoad({ issuer, operators: () => [operator('moved')] });
    await load.goesWell(5);

    const [primary, standby] = [await cluster.leader(), await cluster.synchronousStandby()];
    const since = performance.now();
    cluster.lose(primary);
    const signIn = () => signInStatus(issuer, administrator.email, administrator.password).catch(() => 0);
    await expect.poll(signIn, { timeout: 45_000, interval: 250 }).toBe(200);
    console.log(`machine gone: somebody signed in again after ${((performance.now() - since) / 1000).toFixed(1)} s`);
    expect((await cluster.leader()).name).toBe(standby.name);
    await load.goesWell(5);
    await load.rest();
    await load.expectWhole('after the machine of the database was gone', at('moved'));
    expect(process.kill(pid, 0)).toBe(true); // Licet was not restarted.
    await expectPeople('moved');
    await cluster.comeBack(primary);
    await cluster.whole();
    wellBy('moved');
  });

  async function expectPeople(folder = 'data'): Promise<void> {
    const { items } = await operator(folder).users.list({ query: { q: `person.${people - 1}` } });
    expect(items.map(({ username }) => username)).toEqual([`person.${people - 1}`]);
  }
});

/** Returns the commands of a section of a page, block by block, up to the next heading. */
function commands(page: string, heading: string): string[] {
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
  const [, part = ''] = new RegExp(`^${heading}\\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'm').exec(text) ?? [];
  // recipes-container.long.test.ts runs the commands for containers.
  return fenced(page, part).flatMap(({ code }) => (code.startsWith('docker ') ? [] : code));
}

/** Creates the next version of a release, with an additional schema migration. */
function nextVersion(release: Release): Release {
  const folder = join(dirname(release.folder), `${release.folder.split('/').at(-1)}-next`);
  cpSync(release.folder, folder, { recursive: true, verbatimSymlinks: true });
  const [first = ''] = globSync('node_modules/licet/**/migrations/0001*.sql', { cwd: folder });
  writeFileSync(
    join(folder, dirname(first), '9999_next.sql'),
    'create table of_the_next_version (made timestamptz);\n',
  );
  return release.at(folder);
}
