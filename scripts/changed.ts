import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A change to one of these files can break anything. */
const everything =
  /^(package(-lock)?\.json|packages\/[^/]+\/package\.json|tsconfig\.json|[^/]+\.config\.ts|e2e\/playwright\.config\.ts|scripts\/[^/]*(?<!\.test)\.(mjs|ts))$/;
/** Modules whose importers can be traced. Programs that a test starts and files that a test reads are not imports. */
const traced = /^(packages\/[^/]+\/(src|bin|vectors|sql)|examples|e2e|bench|scripts)\/.*\.(ts|tsx)$/;
const ofTests = /\.(test|testing|spec)\.tsx?$/;
/** Pages and recipes, which tests read as files. */
const read = /^(docs|deploy)\/|\.md$/;
/** Matches tests that read files or start programs. */
const reads =
  /readFile|readdir|globSync|createReadStream|\bspawn|\bexecFile|\bfork\(|new Worker\(|import\.meta\.(url|dirname)|startLicet|startSample|startWithAdministrator|startWorld/;

export interface Reach {
  readonly steps: readonly string[];
  /** The browser tests to run. An empty list means all. */
  readonly stories: readonly string[];
  readonly every: boolean;
  readonly whole: boolean;
}

/** The tests that a change can affect: steps, files of unit tests, and browser tests. An empty list of files or browser tests means all. */
export interface Change extends Pick<Reach, 'steps' | 'stories'> {
  readonly files: readonly string[];
}

const packages = (names: string) => new RegExp(`^packages/(${names})/`);
const shipped = packages('rule|fewest-roles|contract|evidence|client|react|api|server|cli|console');
const shown = packages('rule|fewest-roles|contract|client|react|api|console|server|docs');
const store = /^packages\/(server\/src\/(store|postgres)|rule\/sql)\//;
const libraries = packages('rule|contract|client|react|api');
const served = packages('rule|contract|evidence|server|cli|api');

/** Fast checks of sources, which run with every change. */
const always = ['lint', 'types', 'arrows', 'house', 'unused', 'unit'];
const all = ['packages', 'installed', 'fronts', 'weight', ...always, 'store', 'looks', 'timed'];

/** Returns the tests that a change to these files can break. */
export function reachOf(files: readonly string[]): Reach {
  if (files.some((file) => everything.test(file))) return { steps: all, stories: [], every: true, whole: true };
  const product = files.filter((file) => !ofTests.test(file) && !read.test(file));
  const touches = (area: RegExp) => product.some((file) => area.test(file));
  const stories = files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  const everyStory =
    touches(shown) ||
    touches(/^examples\//) ||
    files.some((file) => /^e2e\/.*\.ts$/.test(file) && !/\.(test|spec)\.ts$/.test(file));
  const steps = new Set(always);
  if (touches(libraries)) steps.add('weight');
  if (touches(shipped)) steps.add('packages').add('installed');
  if (files.some((file) => store.test(file))) steps.add('store');
  if (everyStory || stories.length > 0) steps.add('looks').add('timed');
  if (files.some((file) => file.endsWith('.timed.test.ts'))) steps.add('timed');
  if (steps.has('looks') || steps.has('installed')) steps.add('fronts');
  return {
    steps: all.filter((step) => steps.has(step)),
    stories: everyStory ? [] : stories,
    every: files.some((file) => !traced.test(file) && !read.test(file)),
    whole:
      files.some((file) => read.test(file)) ||
      touches(served) ||
      touches(/^examples\//) ||
      files.some((file) => /^e2e\/.*\.ts$/.test(file) && !ofTests.test(file)),
  };
}

/**
 * Returns the files that differ from a commit, committed or not, and the tests that they can break.
 * @param node the Node that tests run on
 * @param since the commit. The default is the commit at which this branch left `main`.
 */
export function whatChanged({
  root,
  node,
  since,
}: {
  readonly root: string;
  readonly node: string;
  readonly since: string | undefined;
}): Change {
  const base = since ?? git(root, ['merge-base', 'HEAD', 'main'])[0] ?? 'HEAD';
  const files = [
    ...git(root, ['diff', '--name-only', base]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ];
  const { steps, stories, every, whole } = reachOf(files);
  console.log(`${files.length} files differ from ${base.slice(0, 8)}.`);
  if (every) return { steps, stories, files: [] };
  const tests = git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx']).filter(
    (file) => existsSync(join(root, file)) && !/\.(long|timed)\.test\./.test(file),
  );
  const untraced = tests.filter((test) =>
    test.startsWith('e2e/') ? whole : reads.test(readFileSync(join(root, test), 'utf8')),
  );
  return { steps, stories, files: [...new Set([...tracedFrom({ root, node, base }), ...untraced])] };
}

/** Returns the tests that directly or indirectly import a file that differs from a commit. */
function tracedFrom({ root, node, base }: Readonly<Record<'root' | 'node' | 'base', string>>): string[] {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', '--json', '--passWithNoTests', `--changed=${base}`];
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The tests of what changed could not be listed:\n${stdout}${stderr}`);
  const found: { file: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return found.map(({ file }) => relative(root, file));
}

function git(root: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}
