// Checks the packed packages as users receive them:
// - publint and are-the-types-wrong find nothing.
// - The packages install outside of the workspace, with React 18.2 and with the newest React 19.
// - They work on the pinned Node, and on the oldest Node that package.json permits.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './install.mjs';
import { oldestNode } from './node-version.mjs';
import { bin, entriesOf, filesIn, manifestOf, stage } from './packages.build.mjs';

const consumer = join(root, 'scripts', 'packages.consumer');
const reacts = [
  { react: '18.2.0', types: '~18.2.8' },
  { react: '19', types: '19' },
];

/**
 * Runs every check and prints a line for each.
 * @returns the exit code
 */
export async function checkPackages(names, node) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const say = (what, problem) => {
    sum[problem ? 'failed' : 'passed'] += 1;
    console.log(`${problem ? 'FAILED' : 'ok    '} ${what}`);
    if (problem) console.log(problem.trimEnd());
  };
  // Installs the packages during the other checks, because an installation waits for the network.
  const consumers = (names.includes('react') ? reacts : [undefined]).map((react, index) => {
    const place = mkdtempSync(join(tmpdir(), 'licet-consumer-'));
    return {
      react,
      place,
      typed: index === 0 ? names : names.filter((name) => name !== 'api'),
      installed: install(place, names, react),
    };
  });
  for (const name of names) {
    const readme = existsSync(join(stage, name, 'README.md'))
      ? undefined
      : `Write packages/${name}/README.md: people see it first.`;
    say(`a README of @licet/${name}`, readme);
    say(`nothing but what belongs in @licet/${name}`, strangersIn(name));
    say(`publint of @licet/${name}`, run(node, [bin('publint', 'publint'), 'run', join(stage, name), '--strict']));
    const types = [bin('@arethetypeswrong/cli', 'attw'), tarballOf(name), '--profile', 'esm-only', '--no-emoji'];
    const data = entriesOf(name).filter(({ code }) => !code);
    const closed =
      data.length > 0 ? ['--exclude-entrypoints', ...data.map(({ specifier }) => entryOf(specifier, name))] : [];
    say(`types of @licet/${name}`, run(node, [...types, ...closed]));
  }
  for (const { react, place, typed, installed } of consumers) {
    try {
      const refused = await installed;
      if (refused !== undefined) {
        sum.skipped += 1;
        console.log(`skipped the tarballs${beside(react)}: the registry could not be reached.\n${refused.trimEnd()}`);
        continue;
      }
      for (const [what, problem] of uses(place, names, typed, node)) say(`${what}${beside(react)}`, problem);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}

/** @returns the surplus and missing files of a built package */
function strangersIn(name) {
  const source = join(root, 'packages', name, 'src');
  const found = filesIn(join(stage, name));
  const tests = found.filter((path) => /(^|[./])(test|test-d|testing)\./.test(path));
  const scripts = found.filter((path) => /^dist\/.+\.js$/.test(path));
  const bare = scripts
    .flatMap((path) => ['.map', '.d.ts'].map((it) => (it === '.map' ? path + it : path.replace(/\.js$/, it))))
    .filter((path) => !found.includes(path));
  const mute = scripts.filter((path) => {
    const original = ['.ts', '.tsx']
      .map((it) => join(source, path.slice('dist/'.length).replace(/\.js$/, it)))
      .find(existsSync);
    const directive = /^['"]use client['"];/.test(readFileSync(original, 'utf8'));
    return directive && !/^['"]use client['"];/.test(readFileSync(join(stage, name, path), 'utf8'));
  });
  const astray = found.filter((path) => {
    if (!path.endsWith('.map')) return false;
    const { sources } = JSON.parse(readFileSync(join(stage, name, path), 'utf8'));
    return !sources.every((it) => join(stage, name, dirname(path), it).startsWith(join(stage, name, 'src')));
  });
  const says = [
    [astray, 'names sources outside of the package'],
    [tests, 'is a test'],
    [bare, 'is missing'],
    [mute, 'has lost its “use client”'],
  ];
  return says.flatMap(([paths, why]) => paths.map((path) => `${path} ${why}.`)).join('\n') || undefined;
}

/**
 * Installs the tarballs in an empty directory.
 * @returns the reason if the registry cannot be reached
 */
async function install(place, names, react) {
  const beside = react && { react: react.react, 'react-dom': react.react, '@types/react': react.types };
  const versions = {
    ...beside,
    ...Object.fromEntries(['@types/node', 'fastify', 'hono'].map((it) => [it, versionOf(it)])),
    // Installs the platform package with the program itself, because npm may refuse the install script of the package `node`.
    'oldest-node': `npm:node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${oldest}`,
  };
  const dependencies = { ...oursIn(names), ...versions };
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(consumer, place, { recursive: true });
  const npm = ['install', '--no-fund', '--no-audit', '--loglevel=error', '--fetch-retries=1'];
  const shell = process.platform === 'win32';
  const { status, output } = await ended(spawn('npm', npm, { cwd: place, shell, timeout: 180_000 }));
  if (status === 0) return undefined;
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ECONNRESET|network/i.test(output)) return output;
  throw new Error(`The tarballs could not be installed:\n${output}`);
}

function ended(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/**
 * @returns the warnings of an older Node's npm about our packages and their dependencies. Warnings about other packages are ignored,
 * because those may require a newer Node.
 */
function engineFault(place, names, node) {
  const onlyOurs = join(place, 'alone');
  mkdirSync(onlyOurs);
  const { react, 'react-dom': dom } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).dependencies;
  const dependencies = { ...oursIn(names), ...(react && { react, 'react-dom': dom }) };
  writeFileSync(join(onlyOurs, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const flags = ['--dry-run', '--offline', '--engine-strict', '--no-fund', '--no-audit', '--loglevel=error'];
  return run('npm', ['install', ...flags], onlyOurs, [node]);
}

/**
 * @param typed the packages whose types are checked here. The types of the API do not depend on React, so they are checked only once.
 * @yields each check, and its problem if any
 */
function* uses(place, names, typed, node) {
  const inPlace = (args) => run(node, args, place);
  const entries = names.flatMap((name) =>
    entriesOf(name)
      .filter(({ code }) => code)
      .map(({ specifier }) => specifier),
  );
  const old = join(place, 'node_modules', 'oldest-node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  for (const [program, where] of [
    [node, ''],
    [old, ` on Node ${oldest}`],
  ]) {
    const loaded = run(program, ['entries.mjs', JSON.stringify(entries)], place);
    yield [`every entry loads, and nothing beside them${where}`, loaded];
    for (const name of names.filter((it) => readdirSync(consumer).includes(`${it}.mjs`)))
      yield [`@licet/${name} works${where}`, run(program, [`${name}.mjs`], place)];
  }
  if (process.platform !== 'win32')
    yield [`our packages ask npm for no newer Node on Node ${oldest}`, engineFault(place, names, dirname(old))];
  const sources = typed
    .flatMap((name) => ['ts', 'tsx'].map((it) => `${name}.types.${it}`))
    .filter((it) => readdirSync(place).includes(it));
  for (const [module, moduleResolution] of [
    ['preserve', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ]) {
    const file = join(place, `tsconfig.${moduleResolution}.json`);
    writeFileSync(file, JSON.stringify({ compilerOptions: { ...strictly, module, moduleResolution }, files: sources }));
    yield [
      `its types hold under ${moduleResolution}`,
      inPlace([bin('typescript', 'tsc'), '-p', file, '--pretty', 'false']),
    ];
  }
  if (names.includes('react'))
    yield ['a production build of an application', inPlace(['application.build.mjs', join(root, 'package.json')])];
}

// skipLibCheck is off, because the check must cover our own declarations.
const strictly = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

/**
 * @param before folders in which programs are looked up first
 * @returns the output of the program if it failed
 */
function run(program, args, cwd = root, before = []) {
  const env = { ...process.env, NO_COLOR: '1', PATH: [...before, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', env, timeout: 120_000 });
  return status === 0
    ? undefined
    : `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` || `It ended with ${status}.`;
}

const oldest = oldestNode(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node);
const versionOf = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
const tarballOf = (name) => join(stage, `licet-${name}-${manifestOf(name).version}.tgz`);
const oursIn = (names) => Object.fromEntries(names.map((name) => [`@licet/${name}`, `file:${tarballOf(name)}`]));
const entryOf = (specifier, name) => `.${specifier.slice(`@licet/${name}`.length)}`;
const beside = (react) => (react ? `, beside React ${react.react}` : '');
