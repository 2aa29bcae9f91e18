// Runs every check and every test. `npm test -- --only unit,arrows` runs some of the steps, `npm test -- --quick` those that read sources,
// and the unit tests without the longest. CONTRIBUTING.md names the others.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBusy } from './busy.mjs';
import { whatChanged } from './changed.mjs';
import { findChromium } from './chromium.mjs';
import { startDebianPostgres } from './debian-postgres.mjs';
import { missingStill } from './debian-slapd.mjs';
import { buildConsole, buildDocs, buildLedger, ensureInstalled, pinnedNode, root } from './install.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { requireNode } from './node-version.mjs';
import { checkPages } from './page-weight.mjs';
import { bothOf, counts, jsonIn, reportIn, unsteadyIn, unsteadyOf } from './results.mjs';
import { openSessions } from './sessions.mjs';

const steps = {
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
/** The unit tests without those of the whole product. */
const besideWhole = ['database', 'plain', 'mocking'].flatMap((name) => ['--project', name]);
/** The number of busy processes beside the tests with `--busy`. */
const busyProcesses = 4;
/** If more files than these have failures, the code is broken and not late. */
const filesTriedAgain = 3;
/** These steps are not urgent: the tests leave them a seventh of the processor. */
const besideUnit = ['packages', 'installed', 'store'];
const options = optionsIn(process.argv.slice(2));
const unknown = (options.only?.split(',') ?? []).filter((name) => name !== '' && !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no step named ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

requireNode();
ensureInstalled();
const node = pinnedNode();
const change = options.changed ? whatChanged({ root, node, since: options.since }) : undefined;
const reports = mkdtempSync(join(tmpdir(), 'licet-reports-'));
// The folder for temporary files of the tests, open to every user as whom they run programs, like /tmp.
const temporary = mkdtempSync(join(process.env.TMPDIR ? tmpdir() : (memoryFolder() ?? tmpdir()), 'licet-'));
chmodSync(temporary, 0o1777);
// The folder of e2e/made-once.ts, which the user of the database has to enter.
const madeOnce = mkdtempSync(join(temporary, 'made-once-'));
chmodSync(madeOnce, 0o711);
const sessions = openSessions({ temporary, cwd: root });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void interrupted());
const sum = { passed: 0, failed: 0, skipped: 0 };
let lookedForDirectory = false;
const begun = performance.now();
const asked = new Set(stepsIn(options));
const several = asked.size > 1;
const busy = options.busy ? startBusy(busyProcesses) : undefined;
await Promise.all([inTurn(sideBySide), inTurn(sideBySide)]);
// Two at a time, because a step that waits for a server leaves the processor to another one.
await Promise.all([inTurn(['whole', 'looks']), inTurn(['unit']), inTurn(besideUnit)]);
// Tests that compare durations need the machine for themselves.
await inTurn(['timed']);
busy?.end();
removeFolders();
console.log(`${several ? `${secondsSince(begun)} s in all\n` : ''}${counts(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

function removeFolders() {
  for (const folder of [reports, temporary]) rmSync(folder, { recursive: true, force: true });
}

/** Ends all processes and removes all folders. */
async function interrupted() {
  busy?.end();
  await sessions.endAll();
  removeFolders();
  process.exit(130);
}

/** Takes those of the names that were asked for and not yet taken, one after another. */
async function inTurn(names) {
  for (const name of names) if (asked.delete(name)) await take(name);
}

async function take(name) {
  const since = performance.now();
  const result = await steps[name]().catch((error) => crashed(String(error?.stack ?? error)));
  for (const key of Object.keys(sum)) sum[key] += result[key] ?? 0;
  if (result.failed > 0 && result.output) console.log(result.output.trimEnd());
  const verdict = result.failed > 0 ? 'FAILED' : 'ok    ';
  for (const title of result.unsteady ?? []) console.log(`       unsteady: ${title}`);
  console.log(`${verdict} ${name.padEnd(8)} ${counts(result)}${unsteadyOf(result)}, ${secondsSince(since)} s`);
}

function lint() {
  return check([bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '--colors=off']);
}

/** Checks incrementally: what was right before and depends on no change is not checked again. */
function types() {
  const known = ['--incremental', '--tsBuildInfoFile', join('node_modules', '.cache', 'types.tsbuildinfo')];
  return check([bin('typescript', 'tsc'), '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false', ...known]);
}

function arrows() {
  return check(['scripts/arrows.mjs']);
}

function house() {
  return check(['scripts/house.mjs']);
}

/** Finds files, exports and dependencies that nothing uses; knip.json lists what it cannot see. */
function unused() {
  return check([bin('knip', 'knip'), '--no-progress', '--treat-config-hints-as-errors']);
}

/** Weighs what an application that uses the packages has to load; .size-limit.json has the limits. */
async function weight() {
  const { code, output } = await run([bin('size-limit', 'size-limit'), '--json']);
  const checks = jsonIn(output);
  if (checks === undefined) return crashed(output);
  const heavy = checks.filter(({ passed }) => !passed);
  const says = heavy.map(({ name, size, sizeLimit }) => `${name}: ${size} bytes, may weigh ${sizeLimit}`).join('\n');
  return {
    passed: checks.length - heavy.length,
    failed: heavy.length === 0 && code !== 0 ? 1 : heavy.length,
    output: says || output,
  };
}

/** Builds, packs and uses the published packages as a stranger does. */
function packages() {
  return asStranger('scripts/packages.mjs');
}

/** Does the same for `licet` itself, with the console as it was built. */
function installed() {
  return asStranger('scripts/licet-package.mjs');
}

async function asStranger(script) {
  const { code, output } = await run([script, 'check'], {}, true);
  const [passed, failed, skipped] = (/(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output) ?? [])
    .slice(1)
    .map(Number);
  if (passed === undefined) return crashed(output);
  for (const [line] of output.matchAll(/^skipped .+$/gm)) console.log(`       ${line}`);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, output };
}

/** Runs the unit tests; with `--changed`, those that the change reaches. */
function unit() {
  noteDirectory();
  const reached = change?.files.filter((file) => !file.startsWith('e2e/')) ?? [];
  return vitest('unit', [...besideWhole, ...reached]);
}

/** Runs the tests of the whole product, which wait for servers for much of their time. */
function whole() {
  noteDirectory();
  const reached = change?.files.filter((file) => file.startsWith('e2e/')) ?? [];
  return vitest('whole', ['--project', 'whole', ...reached]);
}

/** Runs the suites of the store and of the rule in SQL once more, on the system's own PostgreSQL. */
async function storeElsewhere() {
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
 * Runs files with a failed test once more, alone and afresh, because a machine can be slow for a moment. Tests that then pass are printed
 * by name.
 */
async function vitest(name, chosen, environment = {}, patient = false) {
  const first = await vitestOnce(name, chosen, environment, patient);
  const files = [...new Set(first.failures?.map(({ file }) => file))];
  if (files.length === 0 || files.length > filesTriedAgain) return first;
  const again = await vitestOnce(`${name} again`, [...projectsOf(chosen), ...files], environment, patient);
  if (again.failed > 0) return { ...first, output: `${first.output}\n${again.output}` };
  console.log(first.output.trimEnd());
  const unsteady = first.failures.map(({ title }) => title);
  return { passed: first.passed + first.failed, failed: 0, skipped: first.skipped, unsteady };
}

async function vitestOnce(name, chosen, environment, patient) {
  const report = join(reports, `${name}.json`);
  const args = ['run', ...chosen, '--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'];
  const { code, output } = await run([bin('vitest', 'vitest'), ...args], environment, patient);
  const told = reportIn(report);
  if (told === undefined) return crashed(output);
  // A suite that failed to load has no failed test, and a run can fail for an error outside of every test.
  const unloaded = told.testResults.filter((it) => it.status === 'failed' && it.assertionResults.length === 0).length;
  const failed = told.numFailedTests + unloaded;
  const failures = told.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName: title }) => ({ file, title })),
  );
  return {
    passed: told.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: told.numPendingTests + told.numTodoTests,
    output,
    // Nothing runs again if something other than a test failed as well.
    failures: unloaded === 0 && !output.includes('Unhandled Error') ? failures : [],
  };
}

/** The options that choose projects, without file names. */
function projectsOf(chosen) {
  return chosen.filter((it, index) => it === '--project' || chosen[index - 1] === '--project');
}

/** Builds the console, the example application and the documentation with its links, as the tests in the browser use them. */
async function frontEnds() {
  const builds = [buildConsole(node), buildLedger(node), buildDocs(node)];
  const failed = builds.filter(({ status }) => status !== 0);
  if (failed.length > 0) {
    const output = failed.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('\n');
    return { passed: builds.length - failed.length, failed: failed.length, output };
  }
  const heavy = checkPages(join(root, 'packages', 'console', 'dist'));
  return { passed: builds.length + (heavy.length === 0 ? 1 : 0), failed: heavy.length, output: heavy.join('\n') };
}

/** Runs the tests in the browser, in two parts that e2e/playwright.config.ts defines. */
async function browser(project, workers) {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) return { passed: 0, failed: 0 };
  const chromium = findChromium();
  if (chromium === undefined) {
    return crashed('No Chromium was found. Install chromium or google-chrome, or name one by CHROMIUM_PATH.');
  }
  if (project === 'looks') noteDirectory();
  const file = join(reports, `${project}.json`);
  // Keeps Playwright's compiled sources from run to run, outside of the folder for temporary files.
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
  const report = reportIn(file);
  if (report === undefined) return crashed(output);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected === 0 && code !== 0 ? 1 : unexpected;
  return { passed: expected + flaky, failed, skipped, output, unsteady: report.suites.flatMap((it) => unsteadyIn(it)) };
}

async function comparesDurations() {
  return bothOf(await vitest('durations', ['--project', 'timed']), await browser('timed', 1));
}

/** Installs a directory once, before a test needs it; without one its tests are skipped. */
function noteDirectory() {
  if (lookedForDirectory) return;
  lookedForDirectory = true;
  const why = missingStill();
  if (why !== undefined) console.log(`       Skipped what needs an LDAP directory: ${why}.`);
}

async function check(args) {
  const { code, output } = await run(args);
  return code === 0 ? { passed: 1, failed: 0 } : crashed(output);
}

function crashed(output) {
  return { passed: 0, failed: 1, output };
}

/** Runs a JavaScript program on the pinned Node, which is also first on its PATH. A patient program lets others go first. */
function run(args, environment = {}, patient = false) {
  const env = {
    // Servers and command lines are started dozens of times, and most of each start is compiling the same sources.
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

/** The script of a package's command, so that it runs on the pinned Node whatever its first line says. */
function bin(name, command) {
  // Some packages do not export their package.json, so this looks in the places where Node itself looks.
  const places = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const directory = places.map((place) => join(place, name)).find((place) => existsSync(join(place, 'package.json')));
  if (directory === undefined) throw new Error(`The package ${name} is not installed. Run npm ci.`);
  const { bin: commands } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, typeof commands === 'string' ? commands : commands[command]);
}

function secondsSince(begun) {
  return ((performance.now() - begun) / 1000).toFixed(1);
}

/** Refuses an unknown option, which must not run everything. */
function optionsIn(args) {
  const known = {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    busy: { type: 'boolean' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
  };
  try {
    return parseArgs({ args, options: known }).values;
  } catch (error) {
    console.error(
      `${error.message}\nnpm test runs every step, npm test -- --quick the fast ones, npm test -- --changed those that a change can break, ` +
        `npm test -- --busy all but the timed ones beside ${busyProcesses} busy processes, npm test -- --only STEP,… some of: ${Object.keys(steps).join(', ')}.`,
    );
    process.exit(2);
  }
}

/** The steps that the options ask for. */
function stepsIn({ only, quick: quickly, busy: besideOthers }) {
  const asked =
    (only || undefined)?.split(',').filter(Boolean) ?? (quickly ? quick : (reached() ?? Object.keys(steps)));
  return besideOthers ? asked.filter((name) => name !== 'timed') : asked;
}

/** The steps that a change can break; the whole product if it reaches some or all of its tests. */
function reached() {
  if (change === undefined) return undefined;
  const product = change.files.length === 0 || change.files.some((file) => file.startsWith('e2e/'));
  return [...change.steps, ...(product ? ['whole'] : [])];
}
