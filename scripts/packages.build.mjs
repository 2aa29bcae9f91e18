// Builds and packs the published packages. In the workspace, their `exports` name TypeScript sources, which Node refuses below
// node_modules. Each package is therefore compiled to `.packages/<name>/` with its own package.json.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { root } from './install.mjs';

/** The published packages, each after its dependencies. */
export const published = ['rule', 'client', 'react', 'api'];

export const stage = join(root, '.packages');

/** An error with a sentence for users. Any other error is a fault of these scripts. */
export class PackageError extends Error {
  name = 'PackageError';
}

/** @returns the names of the packages with sources to build */
export function buildable() {
  return published.filter((name) => Object.values(exportsOf(name)).every(isThere(name)));
}

/**
 * Compiles one package into its staging directory. Our packages that it depends on must already be built.
 * @returns the staging directory
 * @throws PackageError with the compiler's output if the package does not compile
 */
export function build(name, node) {
  const source = join(root, 'packages', name);
  const target = join(stage, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  compile(name, source, target, node);
  copyAssets(join(source, 'src'), join(target, 'dist'));
  for (const folder of foldersOf(name))
    cpSync(join(source, folder), join(target, folder), { recursive: true, filter: notATest });
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const readme = join(source, 'README.md');
  if (existsSync(readme)) cpSync(readme, join(target, 'README.md'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(name), null, 2)}\n`);
  return target;
}

/**
 * Packs a built package for publishing.
 * @returns the path of the tarball
 */
export function pack(name) {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['pack', '--json', '--loglevel=error', '--pack-destination', stage],
    { cwd: join(stage, name), encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new PackageError(`@licet/${name} could not be packed:\n${stderr}`);
  return join(stage, JSON.parse(stdout)[0].filename);
}

/** Returns every specifier by which a package can be imported, such as `@licet/react/devtools`, with its kind. */
export function entriesOf(name) {
  return Object.entries(exportsOf(name)).map(([entry, target]) => ({
    specifier: `@licet/${name}${entry.slice(1)}`,
    code: isCode(target),
  }));
}

export function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

/** Returns the script of a package's command. Running the script directly uses the pinned Node, whatever the script's first line says. */
export function bin(name, command) {
  const places = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const directory = places.map((place) => join(place, name)).find((place) => existsSync(join(place, 'package.json')));
  if (directory === undefined) throw new PackageError(`The package ${name} is not installed. Run npm ci.`);
  const { bin: commands } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, typeof commands === 'string' ? commands : commands[command]);
}

function compile(name, source, target, node) {
  const paths = Object.fromEntries(
    published.slice(0, published.indexOf(name)).flatMap((needed) =>
      Object.entries(exportsOf(needed))
        .filter(([, file]) => isCode(file))
        .map(([entry, file]) => [`@licet/${needed}${entry.slice(1)}`, [join(stage, needed, built(file, '.d.ts'))]]),
    ),
  );
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // Node 20 supports no newer target.
      target: 'ES2023',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      rootDir: join(source, 'src'),
      outDir: join(target, 'dist'),
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      rewriteRelativeImportExtensions: true,
      module: 'nodenext',
      moduleResolution: 'nodenext',
      paths,
    },
    include: [join(source, 'src')],
    exclude: tests.map((it) => join(source, 'src', '**', it)),
  };
  const file = join(stage, `${name}.tsconfig.json`);
  writeFileSync(file, JSON.stringify(config, null, 2));
  const { stdout, stderr, status } = spawnSync(node, [bin('typescript', 'tsc'), '-p', file, '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(file);
  if (status !== 0) throw new PackageError(`@licet/${name} does not compile for publishing:\n${stdout}${stderr}`);
  const made = filesIn(join(target, 'dist'));
  for (const path of made.filter((it) => it.endsWith('.map')))
    nameOwnSources(join(target, 'dist', path), source, target);
  for (const path of made.filter((it) => it.endsWith('.d.ts'))) {
    // The compiler rewrites import extensions in JavaScript, but not in declarations.
    const declaration = join(target, 'dist', path);
    const text = readFileSync(declaration, 'utf8');
    writeFileSync(
      declaration,
      text.replace(/((?:\bfrom|\bimport)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.tsx?(?=['"])/g, '$1.js'),
    );
  }
}

/** Makes a source map name sources of its own package. The compiler names the files of this workspace, which users do not have. */
function nameOwnSources(map, source, target) {
  const { sources, ...rest } = JSON.parse(readFileSync(map, 'utf8'));
  const own = sources.map((path) =>
    relative(dirname(map), join(target, relative(source, join(dirname(map), path)))).replaceAll('\\', '/'),
  );
  writeFileSync(map, JSON.stringify({ ...rest, sources: own }));
}

/** Copies files of the sources that are not TypeScript, such as style sheets. */
function copyAssets(from, to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => notATest(path) && (extname(path) === '' || !/\.(ts|tsx|mts|html|md|snap)$/.test(path)),
  });
}

function publishedManifest(name) {
  const manifest = manifestOf(name);
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, file]) => [
      entry,
      isCode(file) ? { types: built(file, '.d.ts'), default: built(file, '.js') } : file,
    ]),
  );
  const { main: _, scripts: __, devDependencies: ___, private: ____, ...kept } = manifest;
  const ours = Object.entries(kept.dependencies ?? {}).filter(([it]) => it.startsWith('@licet/'));
  for (const [needed, version] of ours) {
    const { version: present } = manifestOf(needed.slice('@licet/'.length));
    if (version !== present)
      throw new PackageError(
        `@licet/${name} asks for ${needed} ${version}, and the workspace has ${present}. Name it exactly.`,
      );
  }
  return { ...kept, exports: { ...exports, './package.json': './package.json' }, files: ['dist', ...foldersOf(name)] };
}

/** Returns the folders beside `src` that the exports map opens, such as `vectors`. */
function foldersOf(name) {
  const files = Object.values(exportsOf(name)).filter((file) => !isCode(file));
  return [...new Set(files.map((file) => file.split('/')[1]))];
}

const tests = ['*.test.*', '*.test-d.*', 'testing.*', '*.testing.*', '*.child.*'];
const exportsOf = (name) => manifestOf(name).exports;
const isCode = (file) => /^\.\/src\/.+\.tsx?$/.test(file);
const built = (file, extension) => file.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, extension);
const isThere = (name) => (file) => existsSync(join(root, 'packages', name, file.replace(/\/\*.*$/, '')));
const notATest = (path) => !/\.test(-d)?\.|(^|[./\\])testing\.|\.child\./.test(path);

/** Returns every file below a directory, as paths relative to it. */
export function filesIn(directory, below = '') {
  return readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(directory, path) : [path];
  });
}
