import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { layNode } from '../scripts/image.ts';
import { endAll } from './end-all.ts';
import { withAdministrator } from './licet.ts';
import { type Docker, podmanMissing, startPodman } from './podman.ts';
import { block, firstMatch, nextRelease, type Release, unpackRelease, writeBackupKey } from './release.testing.ts';
import { comesIn } from './sign-in-status.ts';

/**
 * A machine on which Licet runs as a service. It is a Debian container with systemd as its first process, and shares only the network, the
 * kernel and a folder with this machine.
 */
interface ServiceMachine {
  /** Runs commands of a page as root, in the folder. */
  run(commands: string): Promise<{ status: number; out: string }>;
  log(): Promise<string>;
}

/** @param folder a folder that both machines see under the same name */
async function startServiceMachine(docker: Docker, folder: string): Promise<ServiceMachine> {
  await docker.image(
    'localhost/machine',
    (it) => layNode(it, ['systemd', 'systemd-sysv', 'libnss-systemd', 'postgresql']),
    // On a real machine systemd shares all mounts. In a container it does not, and services would see an empty folder of credentials.
    'CMD ["/bin/sh", "-c", "mount --make-rshared / && exec /sbin/init"]',
  );
  const may = [
    // Permits the namespaces of the service, and writing to /proc of a process in a new namespace (PrivateUsers).
    '--cap-add SYS_ADMIN --cap-add SYS_PTRACE',
    // systemd sets its own filters.
    '--security-opt seccomp=unconfined --security-opt apparmor=unconfined',
  ];
  const sees = [folder, `${homedir()}/.npm`].map((it) => `--volume ${it}:${it}`).join(' ');
  await docker.run(
    `mkdir -p ${homedir()}/.npm; docker run --detach --name machine --systemd=always --network host ${may.join(' ')} ${sees} localhost/machine`,
  );
  const run: ServiceMachine['run'] = (commands) => {
    const quoted = `'${commands.replaceAll("'", `'\\''`)}'`;
    const env = `--env npm_config_cache=${homedir()}/.npm --env npm_config_prefer_offline=true --env SYSTEMD_PAGER=cat`;
    return docker.sh(`docker exec --workdir ${folder} ${env} machine bash --norc -euc ${quoted}`, folder);
  };
  for (const end = performance.now() + 60_000; ; await pause(200)) {
    const { out } = await run('systemctl is-system-running || true');
    if (out.trim() === 'running') break;
    if (performance.now() > end) throw new Error(`systemd did not come up: ${out}`);
  }
  return { run, log: async () => (await run('journalctl --unit licet --no-pager --lines 50')).out };
}

// Runs the pages' blocks about a service unchanged, with the real systemd: installing, monitoring, upgrading and restoring.
const pages = { keeping: 'docs/operations/keeping.md', upgrading: 'docs/operations/upgrading.md' };
const installing = 'docs/operations/installing.md';
const noMachine = podmanMissing();
if (noMachine) console.log(`Skipped the recipes of a service: ${noMachine}.`);

describe.skipIf(noMachine)('as a service', () => {
  let release: Release;
  let next: Release;
  let docker: Docker;
  let machine: ServiceMachine;
  let url: string;
  const run = async (commands: string, folder = release.folder) => {
    const { status, out } = await machine.run(`cd ${folder}; ${commands}`);
    expect(status, `${commands}\n${out}\n${await machine.log()}`).toBe(0);
    return out;
  };
  const licet = (words: string) => run(`/opt/licet/node_modules/.bin/licet ${words} --data /var/lib/licet`);
  const property = async (name: string) => (await run(`systemctl show licet --property ${name} --value`)).trim();
  const userOf = async () => (await run(`stat -c %u /proc/${await property('MainPID')}`)).trim();

  beforeAll(async () => {
    release = unpackRelease();
    next = nextRelease(release);
    for (const it of [release, next]) writeBackupKey(it.folder);
    docker = await startPodman();
    machine = await startServiceMachine(docker, release.folder);
  });
  afterAll(() => endAll(docker, () => release?.remove()));

  test('is installed, and starts', async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    await run(block(installing, 'systemd'));
    const settings = { LICET_ISSUER: url, LICET_PORT: port, ...withAdministrator };
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(join(release.folder, 'licet.env'), `${lines.join('\n')}\n`);
    await run('cp licet.env /etc/licet/licet.env');
    expect(await run(block(installing, 'systemd-start'))).toContain('Started licet.service');
    await comesIn(url, machine.log);
    expect(await property('ActiveState')).toBe('active');
    expect(await run('systemctl is-enabled licet')).toBe('enabled\n');
    expect(await licet('doctor')).toMatch(/^ok +Audit chain +intact/m);
  });

  test('runs isolated as documented: its own user, no capability, one writable directory', async () => {
    const pid = await property('MainPID');
    const status = await run(`cat /proc/${pid}/status`);
    expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBeGreaterThanOrEqual(61184); // The start of the range of DynamicUser.
    for (const name of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${name}:\\s+0+$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    const within = (what: string) => machine.run(`nsenter --target ${pid} --mount --user -- ${what}`);
    for (const it of ['/etc/it', '/usr/it', '/opt/licet/it', '/var/it'])
      expect((await within(`touch ${it}`)).out).toContain('Read-only file system');
    await run('touch /root/secret');
    expect((await within('ls /root')).out).not.toContain('secret');
    expect(await run('stat -c %a /var/lib/private/licet /var/lib/private/licet/licet.key')).toBe('700\n600\n');
    const exposure = Number(firstMatch(installing, /exposure at ([\d.]+) of 10/));
    const figure = await run('systemd-analyze security licet --no-pager | tail -1');
    console.log(figure.trim());
    expect(Number(/licet\.service: ([\d.]+)/.exec(figure)?.[1])).toBe(exposure);
  });

  test('is restarted with its database after kill -9', async () => {
    const before = await property('MainPID');
    await run('systemctl kill --signal KILL --kill-whom all licet');
    await expect.poll(() => property('NRestarts'), { timeout: 30_000 }).toBe('1');
    await comesIn(url, machine.log);
    expect(await property('MainPID')).not.toBe(before);
    await run('kill -9 $(systemctl show licet --property MainPID --value)');
    await expect.poll(() => property('NRestarts'), { timeout: 60_000 }).toBe('2');
    await comesIn(url, machine.log);
  });

  test('stops cleanly within seconds, and starts again when the machine boots', async () => {
    const ofUser = `find /proc -maxdepth 1 -uid ${await userOf()}`;
    expect(await run(ofUser)).not.toBe('');
    const since = performance.now();
    await run('systemctl stop licet');
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(await property('Result')).toBe('success');
    expect(await run(ofUser)).toBe('');
    await docker.run('docker restart --time 30 machine');
    await comesIn(url, machine.log);
  });

  test('makes scheduled backups with a key that only root can read', async () => {
    await run(block(pages.keeping, 'scheduled-service'));
    await comesIn(url, machine.log);
    const made = async () => (await machine.run('ls /var/lib/licet-backups')).out;
    await expect.poll(made, { timeout: 120_000 }).toMatch(/^licet-.+\.backup$/m);
    const verify = '/opt/licet/node_modules/.bin/licet backup verify /var/lib/licet-backups/*.backup --key backup.key';
    expect(await run(verify)).toContain('is whole');
  });

  test('keeps running when the new version cannot be installed', async () => {
    const before = await property('MainPID');
    const nowhere =
      'export npm_config_registry=http://127.0.0.1:9 npm_config_cache=$(mktemp -d) npm_config_fetch_retries=0';
    const failed = await machine.run(`cd ${next.folder}; ${nowhere}; ${block(pages.upgrading, 'upgrade-service')}`);
    expect(failed.status).not.toBe(0);
    expect((await machine.run(block(pages.upgrading, 'upgrade-undo'))).status).not.toBe(0);
    expect(await property('MainPID')).toBe(before);
    await comesIn(url, machine.log);
  });

  test('is upgraded after a backup, which can be verified', async () => {
    await run(block(pages.upgrading, 'upgrade-service'), next.folder);
    await comesIn(url, machine.log);
    const verify = '/opt/licet/node_modules/.bin/licet backup verify before-upgrade.backup --key backup.key';
    expect(await run(verify, next.folder)).toContain('is whole');
    expect(await licet('doctor')).toMatch(/^ok +Audit chain +intact/m);
    expect(await run('ls /opt/licet/node_modules/licet/files/server/src/store/migrations')).toContain('9999_next.sql');
  });

  test('returns to the old version with the backup made before the upgrade', async () => {
    await run(block(pages.upgrading, 'return-service'), next.folder);
    await run(block(pages.keeping, 'restore-service'), next.folder);
    await comesIn(url, machine.log);
    expect(await licet('doctor')).toMatch(/^ok +Audit chain +intact/m);
    const migrations = '/opt/licet/node_modules/licet/files/server/src/store/migrations';
    expect(await run(`ls ${migrations}`)).not.toContain('9999_next.sql');
  });

  test('brings the new version back with its data when the return was a mistake, and returns again', async () => {
    await run(block(pages.keeping, 'restore-service-undo'), next.folder);
    // The old version must not start on the new schema, however long it is given.
    await expect.poll(machine.log, { timeout: 60_000 }).toContain('Start the newer version');
    await run(`rm -r /var/lib/licet.restored; ${block(pages.upgrading, 'return-undo')}`, next.folder);
    await comesIn(url, machine.log);
    expect(await run('ls /opt')).toMatch(/^licet\nlicet\.before\n(?!licet\.after)/);
    expect(await run('ls /opt/licet/node_modules/licet/files/server/src/store/migrations')).toContain('9999_next.sql');
    expect(await licet('doctor')).toMatch(/^ok +Audit chain +intact/m);
    await run(block(pages.upgrading, 'return-service'), next.folder);
    await run(block(pages.keeping, 'restore-service'), next.folder);
    await comesIn(url, machine.log);
    await run('rm -r /var/lib/private/licet.before /opt/licet.after');
  });

  test('is restored without changes made after the backup, and the restored files belong to its user', async () => {
    await licet('backup licet.backup --key backup.key');
    await run('cp /var/lib/private/licet/licet.key .');
    writeFileSync(join(release.folder, 'late.csv'), 'username,name\nlate,Came Late\n');
    await licet('import csv late.csv');
    await run(block(pages.keeping, 'restore-service'));
    await comesIn(url, machine.log);
    expect(await licet('doctor')).toMatch(/^ok +Audit chain +intact/m);
    // The restore removed this user. If the username still existed, the import would not create a user.
    expect(await licet('import csv late.csv --dry-run')).toMatch(/Users: 1 new/);
    expect(await run(`find /var/lib/private/licet ! -uid ${await userOf()} | head`)).toBe('');
    expect(await run('stat -c %a /var/lib/private/licet/licet.key')).toBe('600\n');
  });

  test('serves port 443 of all addresses with a certificate, without a proxy', async () => {
    const former = await run('cat /etc/licet/licet.env');
    await run(
      'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout privkey.pem -out fullchain.pem 2>/dev/null',
    );
    await run(
      `sed -i "s#^LICET_ISSUER=.*#LICET_ISSUER=https://localhost#" /etc/licet/licet.env; ${block(installing, 'https-service')}`,
    );
    const ready = `node -e "fetch('https://localhost/readyz').then(({ status }) => console.log(status), () => {})"`;
    await expect.poll(() => run(`NODE_TLS_REJECT_UNAUTHORIZED=0 ${ready}`), { timeout: 60_000 }).toContain('200');
    expect(await property('NRestarts')).toBe('0');
    writeFileSync(join(release.folder, 'licet.env'), former);
    await run('cp licet.env /etc/licet/licet.env; rm /etc/systemd/system/licet.service.d/https.conf');
    await run('systemctl daemon-reload; systemctl restart licet');
    await comesIn(url, machine.log);
  });

  test('restores a backup into the machine’s own PostgreSQL, and keeps the previous database', async () => {
    // The machine shares the network of the host, so PostgreSQL needs a free port.
    const port = await freePort();
    await run(`sed -i 's/^port = .*/port = ${port}/' /etc/postgresql/15/main/postgresql.conf`);
    await run('systemctl restart postgresql@15-main');
    const psql = (command: string) => run(`runuser -u postgres -- psql -tAc "${command}"`);
    await psql("create role licet login password 'licet'");
    await psql('create database licet owner licet');
    await run(`echo LICET_DATABASE_URL=postgres://licet:licet@127.0.0.1:${port}/licet >> /etc/licet/licet.env`);
    await run('systemctl restart licet');
    await comesIn(url, machine.log);
    await run('systemctl stop licet; rm /var/lib/private/licet/licet.key');
    await run(block(pages.keeping, 'restore-service-external'));
    await comesIn(url, machine.log);
    expect(await licet('doctor --settings /etc/licet/licet.env')).toMatch(/^ok +Audit chain +intact/m);
    expect(await licet('import csv late.csv --dry-run')).toMatch(/Users: 1 new/);
    expect(await psql('select datname from pg_database')).toMatch(/^licet_before$/m);
    expect(await run(`find /var/lib/private/licet ! -uid ${await userOf()} | head`)).toBe('');
    await run(block(pages.keeping, 'restore-service-external-undo'));
    await comesIn(url, machine.log);
    expect(await psql('select datname from pg_database')).not.toContain('licet_before');
    const main = await property('MainPID');
    expect((await machine.run(block(pages.keeping, 'restore-service-external-undo'))).status).not.toBe(0);
    expect(await property('MainPID')).toBe(main);
    await run('systemctl stop licet');
  });
});
