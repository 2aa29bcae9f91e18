import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The path of an operator's shell in the folder of a release, as docs/operations/installing.md sets it. */
const pathIn = (folder: string) =>
  `${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
/** The environment variables with which npm reaches its registry and its cache. */
export const reachingRegistry = Object.fromEntries(
  Object.entries({
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
  }).filter(([, value]) => value !== undefined),
);

/** A release in a folder outside of this repository, as operators have it. */
export interface Release {
  readonly folder: string;
  /** Runs commands of a page in the folder of the release. */
  sh(command: string, environment?: Record<string, string>): { status: number | null; stdout: string; stderr: string };
  /** Runs a command that starts Licet, and waits until Licet is ready. */
  start(command: string, environment: Record<string, string>): Promise<Started>;
  /** Returns the same release for use in a different folder. */
  at(folder: string): Release;
  remove(): void;
}

export interface Started {
  /** The process id of the shell and of its process group. */
  readonly pid: number;
  readonly output: () => string;
  /** Sends a signal to the process group, and waits until the group has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Builds a release and unpacks it. */
export function unpackRelease(): Release {
  const folder = mkdtempSync(join(tmpdir(), 'licet-release-'));
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: root, stdio: 'inherit' });
  cpSync(join(root, '.packages/release'), folder, { recursive: true });
  chmodSync(folder, 0o711);
  return releaseIn(folder);
}

function releaseIn(folder: string): Release {
  return {
    folder,
    sh: (command, environment = {}) => {
      const { status, stdout, stderr } = spawnSync('bash', ['-euc', command], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: pathIn(folder), HOME: folder, ...reachingRegistry, ...environment },
      });
      return { status, stdout, stderr };
    },
    start: (command, environment) => start(command, folder, environment),
    at: releaseIn,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function start(command: string, folder: string, environment: Record<string, string>): Promise<Started> {
  const child = spawn('bash', ['-euc', command], {
    cwd: folder,
    env: { PATH: pathIn(folder), HOME: folder, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const pid = child.pid ?? 0;
  const closed = once(child, 'close');
  const ends = performance.now() + 60_000;
  while (!output.includes('is ready')) {
    if (child.exitCode !== null || performance.now() > ends) throw new Error(`It did not start:\n${output}`);
    await pause(50);
  }
  return {
    pid,
    output: () => output,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, signal);
      await closed;
    },
  };
}

/** Creates the next version of a release in a subfolder, with an additional schema migration. */
export function nextRelease(release: Release): Release {
  const folder = join(release.folder, 'next');
  const commands = `
    mkdir next
    cp -r SHA256SUMS *.tgz *.json licences.md deploy next/
    cd next
    tar -xzf licet-[0-9]*.tgz
    echo 'create table of_the_next_version (made timestamptz);' > package/files/server/src/store/migrations/9999_next.sql
    tar -czf licet-[0-9]*.tgz package
    rm -r package`;
  const { status, stderr } = release.sh(commands);
  if (status !== 0) throw new Error(`The next version was not made: ${stderr}`);
  const [tarball = ''] = globSync('licet-[0-9]*.tgz', { cwd: folder });
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(join(folder, tarball)))
    .digest('base64')}`;
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/licet'].integrity = integrity;
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  release.at(folder).sh("sed 's/^[0-9a-f]*  //' SHA256SUMS > files; xargs sha256sum < files > SHA256SUMS; rm files");
  return release.at(folder);
}

/** Writes a backup key to a folder, in the format that a page describes. */
export function writeBackupKey(folder: string): void {
  writeFileSync(join(folder, 'backup.key'), Buffer.alloc(32, 5).toString('base64'), { mode: 0o600 });
}

/** Returns the text that the first group of a pattern matches in a page. */
export const firstMatch = (page: string, what: RegExp): string | undefined =>
  what.exec(readFileSync(join(root, page), 'utf8'))?.[1];

/** Returns the commands of a block of a page. A comment that readers do not see names the block: `<!-- run: NAME -->`. */
export function block(page: string, name: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  const found = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`${page} has no block ${name}.`);
  return found.trim();
}
