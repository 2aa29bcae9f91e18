import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startLoad } from './load.testing.ts';
import { startWorld } from './world.testing.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const migrations = 'packages/server/src/store/migrations';
const released = readdirSync(join(root, migrations)).flatMap((name) => /^version-(.+)\.sha256$/.exec(name)?.[1] ?? []);
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test.each(released)(
  'rolling upgrade from version %s under load: no refresh fails, and nothing is lost',
  {
    timeout: 300_000,
  },
  async (version) => {
    const commit = commitOf(version);
    if (commit === undefined)
      return console.log(`Skipped the upgrade from ${version}: its commit is not in this clone.`);
    const before = programOf(commit);
    const world = await startWorld(before);
    ends.push(() => world.stop());
    const { first, second } = world;
    const load = await startLoad({
      issuer: world.issuer,
      operators: () => [first, second].map(({ running }) => running.operator),
    });
    ends.push(() => load.rest());
    await load.goesWell(5);
    await first.restart();
    await load.goesWell(5, 30_000);
    // An older version does not start on a newer schema, and the running server continues. This prevents an unnoticed downgrade.
    await expect(first.restart(before)).rejects.toThrow(/does not know\. Start the newer version/);
    await load.goesWell(2, 30_000);
    for (const server of [first, second]) {
      await server.restart();
      await load.goesWell(5, 30_000);
    }
    await load.rest();
    // Ignores calls through the operator's socket. Each socket reaches only one server, so its calls fail while that
    // server restarts.
    const failed = load.heard().filter(({ status, what }) => status !== 200 && ['refresh', 'token'].includes(what));
    expect(failed).toEqual([]);
    await load.expectWhole(`after the upgrade from ${version}`, second.dataDirectory);
  },
);

/** Returns the commit that froze the version's schema. */
function commitOf(version: string): string | undefined {
  const file = `${migrations}/version-${version}.sha256`;
  const { stdout } = spawnSync('git', ['log', '--diff-filter=A', '--format=%H', '-1', '--', file], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout?.trim() || undefined;
}

/** Checks out the sources of a commit with the dependencies of this checkout. Installs dependencies that this checkout lacks. */
function programOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-version-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit, 'packages', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@licet'), { recursive: true });
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@licet', name));
  linkAll(join(root, 'node_modules'), modules);
  const missing = wantedIn(folder).filter(([name]) => !existsSync(join(modules, name)));
  if (missing.length > 0) {
    const more = join(folder, 'more');
    mkdirSync(more);
    const specifiers = missing.map(([name, version]) => `${name}@${version}`);
    execFileSync('npm', ['install', '--prefix', more, '--no-save', '--no-audit', '--no-fund', ...specifiers], {
      stdio: 'ignore',
    });
    linkAll(join(more, 'node_modules'), modules);
  }
  return join(folder, 'packages', 'server', 'src', 'main.ts');
}

/** Returns the dependencies of the server and of the packages that the server uses, as that version declares them. */
const wantedIn = (folder: string): [name: string, version: string][] =>
  ['server', 'contract', 'rule', 'api'].flatMap((name) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'packages', name, 'package.json'), 'utf8'));
    return Object.entries<string>(dependencies).filter(([of]) => !of.startsWith('@licet/'));
  });

/** Links each package that `to` does not contain. */
function linkAll(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (['@licet', 'licet'].includes(name) || name.startsWith('.')) continue;
    if (name.startsWith('@')) {
      mkdirSync(join(to, name), { recursive: true });
      linkAll(join(from, name), join(to, name));
    } else if (!existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name));
  }
}
