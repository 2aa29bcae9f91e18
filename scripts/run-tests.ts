// Runs every check and every test. `npm test -- --only unit,arrows` runs only some steps. `npm test -- --quick` runs the steps that read
// sources, and the unit tests without the longest. CONTRIBUTING.md lists the other options.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBusy } from './busy.ts';
import { whatChanged } from './changed.ts';
import { findChromium } from './chromium.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { missingStill } from './debian-slapd.ts';
import { buildConsole, buildDocs, buildLedger, root } from './install.mjs';
import { memoryFolder } from './memory-folder.ts';
import { checkPages } from './page-weight.ts';
import {
  bothOf,
  counts,
  crashed,
  jsonIn,
  playwrightResult,
  reportIn,
  type StepResult,
  unsteadyOf,
  type VitestResult,
  vitestResult,
} from './results.ts';
import { openSessions } from './sessions.ts';

type Environment = Readonly<Record<string, string>>;

const steps: Readonly<Record<string, () => StepResult | Promise<StepResult>>> = {
  packages,
  installed,
  lint,
  types,
  arrows,
  house,
  unused,
  fronts: frontEnds,
  weight,
  unit,
  whole,
  store: storeElsewhere,
  looks: () => browser('looks', Math.min(3, availableParallelism() + 1)),
  timed: comparesDurations,
};
const quick = ['lint', 'types', 'arrows', 'house', 'unused', 'unit'];
/** Checks of sources and builds run first, two at a time, because most of them use one thread. */
const sideBySide = ['fronts', 'types', 'lint', 'arrows', 'house', 'unused', 'weight'];
/** The unit tests without the tests of the whole product. */
const besideWhole = ['database', 'plain', 'mocking'].flatMap((name) => ['--project', name]);
/** The number of busy processes during the tests with `--busy`. */
const busyProcesses = 4;
/** If more files than this have failures, the script assumes that the code is broken, not that the machine was slow. */
const filesTriedAgain = 3;
/** These steps run with low priority during the unit tests, and get about a seventh of the processor. */
const besideUnit = ['packages', 'installed', 'store'];
const options = optionsIn(process.argv.slice(2));
const unknown = (options.only?.split(',') ?? []).filter((name) => name !== '' && !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no step named ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const node = process.execPath;
const change = options.changed ? whatChanged({ root, node, since: options.since }) : undefined;
const reports = mkdtempSync(join(tmpdir(), 'licet-reports-'));
// The folder for temporary files of the tests. All users may write to it, as to /tmp, because tests run programs as different users.
const temporary = mkdtempSync(join(process.env.TMPDIR ? tmpdir() : (memoryFolder() ?? tmpdir()), 'licet-'));
chmodSync(temporary, 0o1777);
// The folder of e2e/made-once.ts. The user of the database needs access to it.
const madeOnce = mkdtempSync(join(temporary, 'made-once-'));
chmodSync(madeOnce, 0o711);
const sessions = openSessions({ temporary, cwd: root });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void interrupted());
const sum = { passed: 0, failed: 0, skipped: 0 };
let lookedForDirectory = false;
const start = performance.now();
const asked = new Set(stepsIn(options));
const several = asked.size > 1;
const busy = options.busy ? startBusy(busyProcesses) : undefined;
await Promise.all([inTurn(sideBySide), inTurn(sideBySide)]);
// Runs two steps at a time, because a step that waits for a server leaves the processor to the other step.
await Promise.all([inTurn(['whole', 'looks']), inTurn(['unit']), inTurn(besideUnit)]);
// Tests that compare durations must run alone on the machine.
await inTurn(['timed']);
busy?.end();
removeFolders();
console.log(`${several ? `${secondsSince(start)} s in all\n` : ''}${counts(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

function removeFolders(): void {
  for (const folder of [reports, temporary]) rmSync(folder, { recursive: true, force: true });
}

async function interrupted(): Promise<never> {
  busy?.end();
  await sessions.endAll();
  removeFolders();
  process.exit(130);
}

/** Runs the given steps one after another. Skips steps that were not requested or have already run. */
async function inTurn(names: readonly string[]): Promise<void> {
  for (const name of names) if (asked.delete(name)) await take(name);
}

async function take(name: string): Promise<void> {
  const since = performance.now();
  const result = await attempted(name);
  sum.passed += result.passed;
  sum.failed += result.failed;
  sum.skipped += result.skipped ?? 0;
  if (result.failed > 0 && result.output) console.log(result.output.trimEnd());
  const verdict = result.failed > 0 ? 'FAILED' : 'ok    ';
  for (const title of result.unsteady ?? []) console.log(`       unsteady: ${title}`);
  console.log(`${verdict} ${name.padEnd(8)} ${counts(result)}${unsteadyOf(result)}, ${secondsSince(since)} s`);
}

async function attempted(name: string): Promise<StepResult> {
  try {
    return (await steps[name]?.()) ?? crashed(`There is no step ${name}.`);
  } catch (error) {
    return crashed(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function lint(): Promise<StepResult> {
  return check([bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '--colors=off']);
}

/** Checks the types incrementally. Skips unchanged files that passed before, unless a change affects them. */
function types(): Promise<StepResult> {
  const known = ['--incremental', '--tsBuildInfoFile', join('node_modules', '.cache', 'types.tsbuildinfo')];
  return check([bin('typescript', 'tsc'), '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false', ...known]);
}

function arrows(): Promise<StepResult> {
  return check(['scripts/arrows.mjs']);
}

function house(): Promise<StepResult> {
  return check(['scripts/house.mjs']);
}

/** Finds files, exports and dependencies that nothing uses. knip.json lists uses that knip cannot detect. */
function unused(): Promise<StepResult> {
  return check([bin('knip', 'knip'), '--no-progress', '--treat-config-hints-as-errors']);
}

/** Measures the size of the code that an application with our packages loads. .size-limit.json contains the limits. */
async function weight(): Promise<StepResult> {
  const { code, output } = await run([bin('size-limit', 'size-limit'), '--json']);
  const checks = jsonIn<{ passed: boolean; name: string; size: number; sizeLimit: number }>(output);
  if (checks === undefined) return crashed(output);
  const heavy = checks.filter(({ passed }) => !passed);
  const says = heavy.map(({ name, size, sizeLimit }) => `${name}: ${size} bytes, may weigh ${sizeLimit}`).join('\n');
  return {
    passed: checks.length - heavy.length,
    failed: heavy.length === 0 && code !== 0 ? 1 : heavy.length,
    output: says || output,
  };
}

/** Builds, packs and uses the published packages as a user does. */
function packages(): Promise<StepResult> {
  return asStranger('scripts/packages.mjs');
}

/** Builds, packs and uses `licet` itself as a user does, with the already built console. */
function installed(): Promise<StepResult> {
  return asStranger('scripts/licet-package.mjs');
}

async function asStranger(script: string): Promise<StepResult> {
  const { code, output } = await run([script, 'check'], {}, true);
  const [passed, failed, skipped] = (/(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output) ?? [])
    .slice(1)
    .map(Number);
  if (passed === undefined || failed === undefined || skipped === undefined) return crashed(output);
  for (const [line] of output.matchAll(/^skipped .+$/gm)) console.log(`       ${line}`);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, output };
}

/** Runs the unit tests. With `--changed`, runs only the unit tests that the change reaches. */
function unit(): Promise<StepResult> {
  noteDirectory();
  const reached = change?.files.filter((file) => !file.startsWith('e2e/')) ?? [];
  return vitest('unit', [...besideWhole, ...reached]);
}

/** Runs the tests of the whole product, which mostly wait for servers. */
function whole(): Promise<StepResult> {
  noteDirectory();
  const reached = change?.files.filter((file) => file.startsWith('e2e/')) ?? [];
  return vitest('whole', ['--project', 'whole', ...reached]);
}

/** Repeats the tests of the store and of the rule in SQL on the system's own PostgreSQL. */
async function storeElsewhere(): Promise<StepResult> {
  const server = startDebianPostgres();
  if (server === undefined) {
    console.log(
      '       Skipped the store and the SQL rule on Debian’s PostgreSQL: there is none, and it cannot be installed.',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  try {
    const tests = ['--project', 'database', 'packages/server/src/store', 'packages/rule/sql'];
    return await vitest('store', tests, { LICET_TEST_DATABASE_URL: server.url }, true);
  } finally {
    server.stop();
  }
}

/**
 * Runs files with a failed test once more, alone and in a new process, because a machine can be temporarily slow. Prints the names of tests
 * that then pass.
 */
async function vitest(
  name: string,
  chosen: readonly string[],
  environment: Environment = {},
  patient = false,
): Promise<StepResult> {
  const first = await vitestOnce(name, chosen, environment, patient);
  const failures = first.failures ?? [];
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > filesTriedAgain) return first;
  const again = await vitestOnce(`${name} again`, [...projectsOf(chosen), ...files], environment, patient);
  if (again.failed > 0) return { ...first, output: `${first.output}\n${again.output}` };
  console.log(first.output?.trimEnd());
  const unsteady = failures.map(({ title }) => title);
  return { passed: first.passed + first.failed, failed: 0, skipped: first.skipped ?? 0, unsteady };
}

async function vitestOnce(
  name: string,
  chosen: readonly string[],
  environment: Environment,
  patient: boolean,
): Promise<VitestResult> {
  const report = join(reports, `${name}.json`);
  const args = ['run', ...chosen, '--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'];
  const { code, output } = await run([bin('vitest', 'vitest'), ...args], environment, patient);
  return vitestResult(reportIn(report), code, output);
}

/** Returns the options that select projects, without file names. */
function projectsOf(chosen: readonly string[]): string[] {
  return chosen.filter((it, index) => it === '--project' || chosen[index - 1] === '--project');
}

/** Builds the console, the example application and the documentation for the browser tests. Also checks the links of the documentation. */
async function frontEnds(): Promise<StepResult> {
  const builds = [buildConsole(node), buildLedger(node), buildDocs(node)];
  const failed = builds.filter(({ status }) => status !== 0);
  if (failed.length > 0) {
    const output = failed.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('\n');
    return { passed: builds.length - failed.length, failed: failed.length, output };
  }
  const heavy = checkPages(join(root, 'packages', 'console', 'dist'));
  return { passed: builds.length + (heavy.length === 0 ? 1 : 0), failed: heavy.length, output: heavy.join('\n') };
}

/** Runs the browser tests, in two parts that e2e/playwright.config.ts defines. */
async function browser(project: string, workers: number): Promise<StepResult> {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) return { passed: 0, failed: 0 };
  const chromium = findChromium();
  if (chromium === undefined) {
    return crashed('No Chromium was found. Install chromium or google-chrome, or name one by CHROMIUM_PATH.');
  }
  if (project === 'looks') noteDirectory();
  const file = join(reports, `${project}.json`);
  // Keeps Playwright's compiled sources between runs, outside of the folder for temporary files.
  const PWTEST_CACHE_DIR = join(root, 'node_modules', '.cache', 'playwright');
  const environment = {
    CHROMIUM_PATH: chromium,
    PWTEST_CACHE_DIR,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const chosenSpecs = change?.stories.length ? ['--pass-with-no-tests', ...change.stories] : [];
  const args = [
    'test',
    '-c',
    'e2e/playwright.config.ts',
    `--project=${project}`,
    `--workers=${workers}`,
    ...chosenSpecs,
  ];
  const { code, output } = await run(
    [bin('@playwright/test', 'playwright'), ...args, '--reporter=json,dot'],
    environment,
  );
  return playwrightResult(reportIn(file), code, output);
}

async function comparesDurations(): Promise<StepResult> {
  return bothOf(await vitest('durations', ['--project', 'timed']), await browser('timed', 1));
}

/** Installs an LDAP server once, before a test needs it. Without an LDAP server, its tests are skipped. */
function noteDirectory(): void {
  if (lookedForDirectory) return;
  lookedForDirectory = true;
  const why = missingStill();
  if (why !== undefined) console.log(`       Skipped what needs an LDAP directory: ${why}.`);
}

async function check(args: readonly string[]): Promise<StepResult> {
  const { code, output } = await run(args);
  return code === 0 ? { passed: 1, failed: 0 } : crashed(output);
}

/** Runs a JavaScript program on the pinned Node, which is also first on its PATH. A patient program runs with low priority. */
function run(args: readonly string[], environment: Environment = {}, patient = false) {
  const env: NodeJS.ProcessEnv = {
    // The tests start servers and command lines dozens of times, and most of each start is compiling the same sources.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    LICET_MADE_ONCE: madeOnce,
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH}`,
    NO_COLOR: '1',
    CI: '1',
    ...environment,
  };
  delete env.FORCE_COLOR;
  return sessions.run([node, ...args], env, patient);
}

/** Returns the script of a package's command. Running the script directly uses the pinned Node, whatever the script's first line says. */
function bin(name: string, command: string): string {
  // Some packages do not export their package.json, so this function searches the folders where Node itself searches.
  const places = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const directory = places.map((place) => join(place, name)).find((place) => existsSync(join(place, 'package.json')));
  if (directory === undefined) throw new Error(`The package ${name} is not installed. Run npm ci.`);
  const { bin: commands } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, typeof commands === 'string' ? commands : commands[command]);
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}

/** Parses the options. Rejects an unknown option, because a misspelt option would otherwise run everything. */
function optionsIn(args: string[]) {
  const known = {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    busy: { type: 'boolean' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args, options: known }).values;
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nnpm test runs every step, npm test -- --quick the fast ones, npm test -- --changed those that a change can break, ` +
        `npm test -- --busy all but the timed ones beside ${busyProcesses} busy processes, npm test -- --only STEP,… some of: ${Object.keys(steps).join(', ')}.`,
    );
    process.exit(2);
  }
}

function stepsIn({ only, quick: quickly, busy: besideOthers }: ReturnType<typeof optionsIn>): readonly string[] {
  const asked =
    (only || undefined)?.split(',').filter(Boolean) ?? (quickly ? quick : (reached() ?? Object.keys(steps)));
  return besideOthers ? asked.filter((name) => name !== 'timed') : asked;
}

/** Returns the steps that a change can break. Includes the tests of the whole product if the change reaches some of them. */
function reached(): string[] | undefined {
  if (change === undefined) return undefined;
  const product = change.files.length === 0 || change.files.some((file) => file.startsWith('e2e/'));
  return [...change.steps, ...(product ? ['whole'] : [])];
}
