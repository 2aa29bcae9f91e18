import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@licet/contract';
import { expect, onTestFinished, test } from 'vitest';
import { block } from '../e2e/release.testing.ts';
import { settings } from '../packages/server/src/settings.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test.each([
  ['README.md', 'docs/'],
  ['docs/README.md', ''],
])('%s links every page for operators', (index, folder) => {
  const pages = readdirSync(new URL('../docs/operations', import.meta.url)).map((file) => `operations/${file}`);
  const text = read(index);
  const missing = [...pages, 'guides/leaving.md'].filter((page) => !text.includes(`](${folder}${page})`));
  expect(missing).toEqual([]);
});

test('docs/operations/settings.md names every setting of the server and of the command line', () => {
  const ofServer = settings.map(({ variable }) => variable).filter((name) => name.startsWith('LICET_'));
  const ofCommandLine = read('packages/cli/src/config.ts').match(/LICET_[A-Z_]+/g) ?? [];
  const page = read('docs/operations/settings.md');
  expect(ofCommandLine).toContain('LICET_SERVER');
  const missing = [...ofServer, ...ofCommandLine].filter((name) => !new RegExp(`\`${name}(?:…)?\``).test(page));
  expect(missing).toEqual([]);
});

test('each command that creates the database names the encoding that Licet needs', () => {
  const folder = new URL('../docs/operations/', import.meta.url);
  const created = readdirSync(folder).flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/create database licet owner .*/g),
  ]);
  expect(created.length).toBeGreaterThan(2);
  for (const [statement] of created) expect(statement).toContain("encoding 'UTF8' template template0");
});

test('no command overwrites a key or the settings when it is run again', () => {
  const pages = [
    'README.md',
    ...['docs/operations', 'docs/guides'].flatMap((folder) =>
      readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`),
    ),
  ];
  const makes = /openssl .*-out |[^>]> *\S*\.(?:key|pem|env)\b|^install .*licet\.env \//;
  const commands = pages.flatMap((page) =>
    [...read(page).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.split('\n')),
  );
  const made = commands.filter((line) => makes.test(line) || line.includes('licet.env /etc/licet/licet.env'));
  expect(made.length).toBeGreaterThan(3);
  expect(made.filter((line) => !/set -C;|^\[ -e (\S+) \] \|\| install .* \1$/.test(line))).toEqual([]);
});

test('an upgrade of a service whose installation fails leaves the old version running', () => {
  const { status, stdout, program } = upgrade();
  expect({ status, stopped: stdout.includes('systemctl stop'), kept: existsSync(program) }).toEqual({
    status: 1,
    stopped: false,
    kept: true,
  });
});

test.each(['the backup of an earlier run', 'a service that is down'])(
  'an upgrade that finds %s keeps the previous upgrade’s marker for returning to the old version',
  (found) => {
    const down = found.endsWith('down');
    const { status, marker } = upgrade({ down, backup: !down });
    expect({ status, marked: existsSync(marker) }).toEqual({ status: down ? 3 : 1, marked: true });
  },
);

/** Runs the upgrade block after an upgrade that was stopped, on a machine without a registry. */
function upgrade({ down = false, backup = false } = {}) {
  const machine = mkdtempSync(join(tmpdir(), 'licet-upgrade-'));
  onTestFinished(() => rmSync(machine, { recursive: true }));
  const program = join(machine, 'opt/licet/node_modules/.bin/licet');
  for (const folder of ['bin', 'release', 'opt/licet/node_modules/.bin'])
    mkdirSync(join(machine, folder), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(path, text, { mode: 0o755 });
  write(program, '#!/bin/sh\n');
  // Like `npm ci` without a registry: it removes what is installed, then fails.
  write(join(machine, 'bin/npm'), '#!/bin/sh\nfor folder; do rm -rf "$folder/node_modules"; done\nexit 1\n');
  write(join(machine, 'bin/sha256sum'), '#!/bin/sh\necho sha256sum "$@"\n');
  write(join(machine, 'bin/systemctl'), `#!/bin/sh\necho systemctl "$@"\nexit ${down ? 3 : 0}\n`);
  const files = ['licet-1.tgz', 'package.json', 'package-lock.json', 'backup.key'];
  for (const file of backup ? [...files, 'before-upgrade.backup'] : files)
    writeFileSync(join(machine, 'release', file), '');
  const marker = join(machine, 'opt/licet.stopped');
  writeFileSync(marker, '');
  const script = block('docs/operations/upgrading.md', 'upgrade-service').replace(/\/(?=opt|etc|var)/g, `${machine}/`);
  const { status, stdout } = spawnSync('sh', ['-ec', script], {
    cwd: join(machine, 'release'),
    env: { PATH: `${machine}/bin:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, stdout, program, marker };
}

test('the proxies of the recipes wait longer than the longest read of a directory', () => {
  const minutes = (text: string) =>
    [...text.matchAll(/(?:read_timeout|timeout server|readTimeout:) +(\d+)m\b/g)].map(([, it]) => Number(it));
  const [server = '', ...locations] = read('deploy/proxy/nginx.conf').split('location /api/v1/live');
  expect(locations).toHaveLength(1);
  for (const text of [server, read('deploy/proxy/haproxy.cfg'), read('deploy/proxy/traefik.static.yml')])
    expect(Math.max(0, ...minutes(text)) * 60).toBeGreaterThan(limits.ldapImportTime.value);
});
