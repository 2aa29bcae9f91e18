import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { reachingRegistry } from './release.testing.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** An application that another project's generator made in a temporary folder. */
export interface Generated {
  /** Runs commands in the folder. @throws Error with their output */
  sh(command: string): string;
  write(file: string, text: string): void;
  /** Writes the files of a guide with other values in place of the guide's, and installs our packages as the guide says. */
  follow(guide: string, values: Readonly<Record<string, string>>): void;
  /** Starts the application and waits until it answers. @returns a function that ends it */
  serve(command: string, address: string, environment?: Readonly<Record<string, string>>): Promise<() => Promise<void>>;
  remove(): void;
}

/** Runs the newest version of a generator, which makes an application of that name. */
export function generate(command: string): Generated {
  const place = mkdtempSync(join(tmpdir(), 'licet-generated-'));
  const folder = join(place, 'ledger');
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1', npm_config_yes: 'true' };
  const env = { PATH: process.env.PATH, HOME: place, ...reachingRegistry, ...quiet };
  const run = (what: string, cwd: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', what], { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`“${what}” failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
    return stdout;
  };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  run(command, place);
  return {
    sh: (what) => run(what, folder),
    write,
    follow: (guide, values) => {
      for (const { file, code } of fenced(guide, readFileSync(join(root, guide), 'utf8')))
        if (file !== undefined)
          write(
            file,
            Object.entries(values).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), code),
          );
      const tarballs = ['rule', 'client', 'react', 'api'].map((name) => `.packages/licet-${name}-0.1.0.tgz`);
      run(`npm install ${tarballs.map((file) => join(root, file)).join(' ')}`, folder);
    },
    serve: async (what, address, environment = {}) => {
      const child = spawn('bash', ['-euc', what], {
        cwd: folder,
        env: { ...env, ...environment },
        detached: true,
        stdio: 'ignore' as const,
      });
      const closed = once(child, 'close');
      const end = async () => {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
        await closed;
      };
      const answers = () => fetch(address).then(({ status }) => status < 500, refused);
      try {
        await vi.waitUntil(answers, { timeout: 120_000, interval: 250 });
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

const refused = () => false;

/** Makes the tarballs of our packages as the guides say. */
export function packPackages(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/packages.mjs', 'pack'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The packages were not made: ${stderr}`);
}

/** Whether this machine cannot reach the registry that generators install from. */
export const registryAway = spawnSync('npm', ['view', 'create-next-app', 'version'], { timeout: 60_000 }).status !== 0;
