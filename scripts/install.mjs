import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBelow } from './compressed.mjs';
import { isInstalled } from './lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const consoleRoot = join(root, 'packages', 'console');
const docsRoot = join(root, 'packages', 'docs');
const windows = process.platform === 'win32';

/** Installs the packages if some are missing or differ in version from the lock file. */
export async function ensureInstalled() {
  if (isInstalled(packagesIn('package-lock.json'), packagesIn('node_modules/.package-lock.json'))) return;
  console.log('Installing packages …');
  const child = spawn(windows ? 'npm.cmd' : 'npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
  });
  const ended = new Promise((resolve) => {
    child.on('close', resolve).on('error', ({ message }) => {
      console.error(message);
      resolve(1);
    });
  });
  if ((await sayingSeconds('Installing packages', ended)) === 0) return;
  fail('The packages could not be installed, for the reason above. Fix it, then run the same command again.');
}

/** Waits for the work, and says every 20 seconds that it still runs. */
export function sayingSeconds(what, work) {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 20;
    console.log(`${what} … ${seconds} s`);
  }, 20_000);
  return work.finally(() => clearInterval(timer));
}

function packagesIn(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Returns the Node that runs Licet: the current Node if it is new enough, otherwise the Node that package.json pins. */
export function pinnedNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const found = installedNode();
  if (found !== undefined) return found;
  // The package `node` downloads its program in an install script. npm may refuse install scripts, so this code runs the script.
  console.log('Fetching Node 24 …');
  const packageRoot = join(root, 'node_modules', 'node');
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: packageRoot, stdio: 'ignore' });
  return (
    installedNode() ??
    fail(
      'Node 24 could not be fetched. Install Node 24 or later from https://nodejs.org, then run the same command again.',
    )
  );
}

/** Builds the console if it was never built, or if a source is newer than the build. */
export function ensureConsole(node) {
  ensureBuilt(node, consoleRoot, 'console', ['contract', 'rule', 'client', 'react']);
}

/** Builds the front end of the example application if it was never built, or if a source is newer than the build. */
export function ensureLedger(node) {
  ensureBuilt(node, join(root, 'examples', 'ledger'), 'example application', ['rule', 'client', 'react']);
}

export function buildConsole(node) {
  return build(node, consoleRoot);
}

/** Builds the documentation if it was never built, or if a page or source is newer than the build. */
export function ensureDocs(node) {
  const built = modified(join(docsRoot, 'dist', 'index.html'));
  const read = ['docs', 'deploy', 'README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const made = ['packages/docs/src', 'packages/contract/src', 'packages/cli/src', 'packages/server/src/settings.ts'];
  if (built !== undefined && Math.max(...[...read, ...made].map((path) => newest(join(root, path)))) <= built) return;
  console.log('Building the documentation …');
  const done = buildDocs(node);
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}`);
  fail('The documentation could not be built, for the reason above.');
}

export function buildDocs(node) {
  const done = spawnSync(node, [join(docsRoot, 'src', 'main.ts')], { cwd: root, encoding: 'utf8' });
  if (done.status === 0) compressBelow(join(docsRoot, 'dist'));
  return done;
}

export function buildLedger(node) {
  return build(node, join(root, 'examples', 'ledger'));
}

function ensureBuilt(node, place, name, packages) {
  const built = modified(join(place, 'dist', 'index.html'));
  const own = ['index.html', 'vite.config.ts', 'src', 'web'].map((part) => join(place, part));
  const shared = packages.map((it) => join(root, 'packages', it, 'src'));
  const newestSource = Math.max(...[join(root, 'package-lock.json'), ...own, ...shared].map(newest));
  if (built !== undefined && newestSource <= built) return;
  console.log(`Building the ${name} …`);
  const done = build(node, place);
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}`);
  fail(`The ${name} could not be built, for the reason above.`);
}

function build(node, place) {
  const vite = join(
    dirname(createRequire(join(consoleRoot, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: place, encoding: 'utf8' });
  if (done.status === 0) compressBelow(join(place, 'dist', 'assets'));
  return done;
}

/** Runs a program in place of this process, with its terminal, signals and exit code. */
export function become(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // In a terminal, Ctrl-C reaches the child directly. A second signal would abort the child's graceful stop.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`${program} could not be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function installedNode() {
  const name = windows ? 'node.exe' : 'node';
  const system = windows ? 'win' : process.platform;
  const packages = [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`];
  const places = [
    join(root, 'node_modules', 'node', 'bin', name),
    ...packages.flatMap((it) => [
      join(root, 'node_modules', 'node', 'node_modules', it, 'bin', name),
      join(root, 'node_modules', it, 'bin', name),
    ]),
  ];
  return places.find((place) => {
    const version = existsSync(place) ? spawnSync(place, ['--version'], { encoding: 'utf8' }).stdout : '';
    return Number(/^v(\d+)/.exec(version ?? '')?.[1] ?? 0) >= 24;
  });
}

function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
