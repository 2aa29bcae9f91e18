// An object store for tests: Versity's S3 gateway over a folder. The gateway is a single program from the Go registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { startProgram } from './program.ts';

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export interface S3Gateway {
  readonly endpoint: string;
  /** The folder of the store. Each subfolder is a bucket, and each file in a bucket is an object. */
  readonly data: string;
  addUser(user: Credentials): void;
  stop(): Promise<void>;
}

const source = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const own = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'licet-tests', 'versitygw-1.8.0');

/**
 * Returns the path of the gateway program. Builds the program the first time if Go is installed. Returns undefined if that is not possible.
 */
function s3GatewayProgram(): string | undefined {
  const built = join(own, 'versitygw');
  if (existsSync(built)) return built;
  if (spawnSync('versitygw', ['--version']).status === 0) return 'versitygw';
  spawnSync('go', ['install', source], { env: { ...process.env, GOBIN: own }, stdio: 'ignore' });
  return existsSync(built) ? built : undefined;
}

/** Starts a store with empty buckets. Returns undefined if the gateway is not available (go install …). */
export async function startS3Gateway(
  buckets: readonly string[],
  credentials: Credentials,
): Promise<S3Gateway | undefined> {
  const program = s3GatewayProgram();
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'licet-s3-'));
  const at = (name: string) => join(folder, name);
  const [data, sidecar, accounts] = [at('data'), at('sidecar'), at('accounts')];
  for (const place of [sidecar, accounts, ...buckets.map((name) => join(data, name))])
    mkdirSync(place, { recursive: true });
  const port = await freePort();
  const args = ['-q', '--iam-dir', accounts, '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', sidecar, data];
  const env = { PATH: process.env.PATH, ROOT_ACCESS_KEY: credentials.id, ROOT_SECRET_KEY: credentials.secret };
  const endpoint = `http://127.0.0.1:${port}`;
  const ready = () => answers(endpoint);
  const { stop } = await startProgram('The object store of the tests', [program, ...args], { folder, env, ready });
  const addUser = (user: Credentials) => {
    const as = ['--access', credentials.id, '--secret', credentials.secret, '--endpoint-url', endpoint];
    const { status, stderr } = spawnSync(
      program,
      ['admin', ...as, 'create-user', '--access', user.id, '--secret', user.secret, '--role', 'user'],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`The object store of the tests takes no user: ${stderr}`);
  };
  return { endpoint, data, addUser, stop };
}

const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );
