import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Keycloak, keycloakVersion, makeRealm, missing, passwords, startKeycloak } from '../scripts/keycloak.ts';
import { keycloakWorld } from './keycloak-upstream.ts';
import { removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { signInStatus } from './sign-in-status.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));
const why = missing();

// Both tests share one Keycloak, which stops for the export.
describe.skipIf(why !== undefined)(`Keycloak ${keycloakVersion}${why === undefined ? '' : `: ${why}`}`, () => {
  let keycloak: Keycloak;
  beforeAll(async () => {
    keycloak = await startKeycloak();
  }, 900_000);
  afterAll(() => keycloak?.stop());

  test('Keycloak works as a provider: sign-in, groups, and signing out in both directions', {
    timeout: 300_000,
  }, async () => {
    const world = await keycloakWorld(keycloak);
    try {
      const { comeBy, nameOf, lives, signOut, sessionsThere, groupsOf, eventsOf, end } = world;
      const first = await comeBy('grace');
      expect(await nameOf(first.claims.sub)).toBe('Grace Hopper');
      expect(await groupsOf(first.claims.sub)).toEqual(['Staff']);
      expect(await sessionsThere('grace')).toHaveLength(1);
      // Signs out at Licet first. The browser brings the ID token to Keycloak, so Keycloak does not ask for
      // confirmation.
      expect(await signOut(first)).toBe('http://127.0.0.1:9/bye?state=s1');
      expect(await lives(first)).toBe(false);
      expect(await sessionsThere('grace')).toEqual([]);
      // Signs out at Keycloak first. An administrator ends one of two sessions.
      const [one, two] = [await comeBy('grace'), await comeBy('grace')];
      const ended = performance.now();
      await end(one);
      while ((await lives(one)) && performance.now() - ended < 1000) await new Promise((done) => setTimeout(done, 50));
      expect([await lives(one), await lives(two)]).toEqual([false, true]);
      expect(performance.now() - ended).toBeLessThan(2000);
      expect(await eventsOf(first.claims.sub)).toContain('user.sessions_ended by Keycloak');
    } finally {
      await world.close();
    }
  });

  test('a realm is imported, and its users sign in with their former passwords', { timeout: 900_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-realm-'));
    const realm = join(folder, 'realm.json');
    await makeRealm(keycloak.ask);
    await keycloak.exportTo(realm);
    const licet = await startLicet({ environment: withAdministrator });
    try {
      const args = ['import', 'keycloak', realm, '--create', '--data', licet.dataDirectory];
      const said = execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8' });
      expect(said).toContain('Users: 9 new. Of the new users, 6 have their password, 1 has their authenticator app');
      const answers: Record<string, number | string> = {};
      for (const [name, password] of Object.entries(passwords))
        answers[name] = await signInStatus(licet.url, name, password);
      const comesIn = { ada: 200, bob: 200, cleo: 200, dora: 200, 'eve@example.org': 'totp' };
      // In the realm, Frank is disabled and Henry must choose another password.
      expect(answers).toEqual({ ...comesIn, frank: 401, henry: 401 });
    } finally {
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
