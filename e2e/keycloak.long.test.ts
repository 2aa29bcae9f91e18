import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { keycloakVersion, makeRealm, missing, passwords, startKeycloak } from '../scripts/keycloak.mjs';
import { removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { signInStatus } from './sign-in-status.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));

test(`a realm made by Keycloak ${keycloakVersion} now comes over, and its people sign in with the passwords of there`, {
  timeout: 1_800_000,
}, async ({ skip }) => {
  const why = missing();
  if (why !== undefined) skip(why);
  const folder = mkdtempSync(join(tmpdir(), 'licet-realm-'));
  const realm = join(folder, 'realm.json');
  const keycloak = await startKeycloak();
  try {
    await makeRealm(keycloak.ask);
    await keycloak.exportTo(realm);
  } finally {
    await keycloak.stop();
  }
  const licet = await startLicet({ environment: withAdministrator });
  try {
    const args = ['import', 'keycloak', realm, '--create', '--data', licet.dataDirectory];
    const said = execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8' });
    expect(said).toContain('Users: 9 new. Of the new ones 6 with their password, 1 with their authenticator app');
    const answers: Record<string, number | string> = {};
    for (const [name, password] of Object.entries(passwords))
      answers[name] = await signInStatus(licet.url, name, password);
    const comesIn = { ada: 200, bob: 200, cleo: 200, dora: 200, 'eve@example.org': 'totp' };
    // Frank was disabled; Henry was to choose another password.
    expect(answers).toEqual({ ...comesIn, frank: 401, henry: 401 });
  } finally {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  }
});
