// Builds and packs `licet`, the package that users install: server, command line and console.
// - Our sources become one bundle, because Node refuses TypeScript below node_modules.
// - External packages stay dependencies, at the tested versions.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import { root } from './install.mjs';
import { installationLock } from './installation-lock.mjs';
import { noticesOf } from './licences.mjs';
import { manifestOf, PackageError, stage } from './packages.build.mjs';

const target = join(stage, 'licet');
/** Our packages that the bundle contains. */
const parts = ['cli', 'server', 'contract', 'evidence', 'api', 'rule'];
const engines = { node: '>=24.2' };

/**
 * Bundles the sources, and adds the files that they read: migrations and the built console.
 * @returns the staging directory
 * @throws PackageError if a source reads a file in a way that would not work in the package, or needs a package that no package.json names
 */
export async function buildLicet() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const found = { threads: new Set(), files: new Map() };
  const outside = new Set();
  const options = optionsWith(found, outside);
  await bundle({ ...options, splitting: true, entryPoints: { licet: join(root, 'packages/cli/src/main.ts') } });
  for (const thread of found.threads) await bundle({ ...options, entryPoints: [thread] });
  for (const [path, place] of found.files) copy(path, join(target, place));
  const dependencies = dependenciesOf(outside);
  for (const [from, to] of [
    ['LICENSE', 'LICENSE'],
    ['packages/cli/README.md', 'README.md'],
    ['deploy', 'deploy'],
  ])
    cpSync(join(root, from), join(target, to), { recursive: true });
  mkdirSync(join(target, 'bin'));
  for (const name of ['licet.mjs', 'healthy.mjs']) {
    const command = readFileSync(join(root, 'packages/cli/bin', name), 'utf8');
    writeFileSync(join(target, 'bin', name), command.replace('../src/main.ts', '../dist/licet.js'), { mode: 0o755 });
  }
  writeFileSync(join(target, 'THIRD-PARTY.txt'), noticesOf(['packages/console', 'packages/docs']));
  writeFileSync(join(target, 'package.json'), json(publishedManifest(dependencies)));
  return target;
}

/**
 * Packs the staging directory. Adds the `package.json` and `package-lock.json` of an installation with exactly the tested packages.
 * @param place an existing directory
 * @returns the path of the tarball
 */
export function packLicet(place) {
  const args = ['pack', '--json', '--loglevel=error', '--pack-destination', place];
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: target, encoding: 'utf8' });
  if (status !== 0) throw new PackageError(`licet could not be packed:\n${stderr}`);
  const tarball = join(place, JSON.parse(stdout)[0].filename);
  const published = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  const manifest = {
    name: 'licet-installation',
    version: published.version,
    private: true,
    dependencies: { licet: `file:${basename(tarball)}` },
  };
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  writeFileSync(join(place, 'package.json'), json(manifest));
  writeFileSync(join(place, 'package-lock.json'), json(installationLock(manifest, published, integrity)));
  return tarball;
}

function optionsWith(found, outside) {
  return {
    absWorkingDir: root,
    outdir: join(target, 'dist'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    plugins: [
      { name: 'what others wrote stays outside', setup: (it) => it.onResolve({ filter: /^[^./]/ }, leave(outside)) },
      { name: 'files beside the sources', setup: (it) => it.onLoad({ filter: /\.ts$/ }, readWith(found)) },
    ],
  };
}

function leave(outside) {
  return ({ path, kind }) => {
    if (kind === 'entry-point' || path.startsWith('@licet/')) return undefined;
    if (!path.startsWith('node:'))
      outside.add(path.startsWith('@') ? path.split('/', 2).join('/') : path.split('/')[0]);
    return { path, external: true };
  };
}

/** Reads a source, and replaces relative paths to files with their paths in the package. */
function readWith(found) {
  return ({ path }) => {
    const text = readFileSync(path, 'utf8');
    const contents = text.replace(/new URL\(\s*'([^']+)',\s*import\.meta\.url\s*,?\s*\)/g, (_, named) => {
      const place = resolve(dirname(path), named);
      return `new URL('${placeOf(found, place, named.endsWith('/'))}', import.meta.url)`;
    });
    const others = contents
      .replace(/new URL\('[^']*', import\.meta\.url\)/g, '')
      .replace(/createRequire\(import\.meta\.url\)/g, '');
    if (others.includes('import.meta.url') && !/\.(test|testing)\./.test(path))
      throw new PackageError(
        `${path} names a file in a way that the package cannot follow; write new URL('…', import.meta.url).`,
      );
    return { contents, loader: 'ts' };
  };
}

function placeOf(found, place, isFolder) {
  if (basename(place) === 'package.json') return '../package.json';
  if (place.endsWith('.ts')) {
    found.threads.add(place);
    return `./${basename(place, '.ts')}.js`;
  }
  // npm packs no folder named node_modules.
  const from = relative(join(root, 'packages'), place).replace('../node_modules/', 'others/');
  const name = `files/${from}${isFolder ? '/' : ''}`;
  found.files.set(place, name);
  return `../${name}`;
}

function copy(from, to) {
  if (!existsSync(from)) throw new PackageError(`${relative(root, from)} is not there. Run npm test -- --only fronts.`);
  cpSync(from, to, { recursive: true });
}

/** Returns the dependencies of all bundled packages. Each dependency may have only one version. */
function dependenciesOf(outside) {
  const named = parts.flatMap((part) => Object.entries(manifestOf(part).dependencies ?? {}));
  const theirs = Object.fromEntries(named.filter(([name]) => !name.startsWith('@licet/')).sort());
  const missing = [...outside].filter((name) => !(name in theirs));
  if (missing.length > 0)
    throw new PackageError(
      `${missing.join(', ')}: imported by what licet is made of, and a dependency of none of ${parts.join(', ')}.`,
    );
  for (const [name, version] of named)
    if (name in theirs && theirs[name] !== version)
      throw new PackageError(`${name} is wanted at ${version} and at ${theirs[name]}. Name one version.`);
  return theirs;
}

function publishedManifest(dependencies) {
  const { name, version, license, bin } = manifestOf('cli');
  const { version: server } = manifestOf('server');
  if (server !== version) throw new PackageError(`licet is ${version} and its server ${server}. Name one version.`);
  return {
    name,
    version,
    description: 'Sign-in, roles and permissions for web applications: server, console and command line.',
    license,
    type: 'module',
    bin,
    engines,
    dependencies,
    files: ['bin', 'dist', 'files', 'deploy', 'THIRD-PARTY.txt'],
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
