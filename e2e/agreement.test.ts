import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile, decode, isValid } from '@licet/rule';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { realData } from './shared.ts';

// The defaults are samples. `npm run long` checks all pairs and two hundred users.
const pairsTaken = Number(process.env.LICET_PAIRS ?? 5_000);
const people = Number(process.env.LICET_SIGN_INS ?? 4);
const decisionsEach = Number(process.env.LICET_DECISIONS_EACH ?? 5);
const redirectUri = 'http://localhost:5999/callback';
if (realData.missing) console.log(`Skipped: ${realData.missing}.`);

describe.skipIf(realData.missing)(
  'file, token, explanation, command line and store agree about access in real data',
  () => {
    let licet: RunningLicet;
    const pairs = realData.folder
      ? readFileSync(`${realData.folder}americas_small.tsv`, 'utf8').trim().split('\n').slice(0, pairsTaken)
      : [];
    const held = Map.groupBy(
      pairs.map((line) => line.split('\t') as [string, string]),
      ([user]) => user,
    );
    const catalogue = [...new Set(pairs.map((line) => line.split('\t')[1] ?? ''))];

    beforeAll(async () => {
      licet = await startWithAdministrator();
      await licet.operator.applications.create({ body: { id: 'americas', name: 'Americas' } });
      await licet.operator.applications.create({ body: { id: 'gcp', name: 'Google Cloud' } });
    });
    afterAll(() => endAll(licet));

    test('both files are imported, and the export of access equals the sorted input file', async () => {
      const file = join(licet.dataDirectory, 'pairs.tsv');
      writeFileSync(file, `${pairs.join('\n')}\n`);
      const [users, permissions, grants] = [held.size, catalogue.length, pairs.length].map((it) =>
        it.toLocaleString('en'),
      );
      expect(await cli('import', file, '--application', 'americas')).toMatch(
        new RegExp(`${users} users.*${permissions} permissions.*${grants} grants`),
      );
      expect(await cli('import', `${realData.folder}gcp-roles.json`, '--application', 'gcp')).toMatch(/2,461 roles/);
      const sorted = pairs.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await cli('export', 'access', '--application', 'americas')).toBe(`${sorted.join('\n')}\n`);
    });

    test(`${people} random users sign in, and all sources agree about all ${catalogue.length} permissions`, {
      timeout: 600_000 + people * 3000,
    }, async () => {
      const { client } = await licet.operator.clients.create({
        params: { application: 'americas' },
        body: { name: 'Test', kind: 'browser', redirectUris: [redirectUri] },
      });
      const config = await openid.discovery(
        new URL(licet.url),
        client.id,
        { token_endpoint_auth_method: 'none' },
        openid.None(),
        { execute: [openid.allowInsecureRequests] },
      );
      for (const username of sample([...held.keys()], people)) {
        const expected = new Set((held.get(username) ?? []).map(([, permission]) => permission));
        await choosePassword(username);
        const tokens = await signIn(config, {
          issuer: licet.url,
          clientId: client.id,
          redirectUri,
          login: username,
          password: `${username} walks the long way home`,
        });
        await expectAgreement(username, tokens.access_token, expected);
      }
    });

    async function choosePassword(username: string): Promise<void> {
      const { items } = await licet.operator.users.list({ query: { username } });
      const [user] = items;
      if (!user) throw new Error(`There is no user ${username}.`);
      const { url } = await licet.operator.users.passwordLink({ params: { user: user.id } });
      const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
      await licet.operator.passwords.set({ body: { token, password: `${username} walks the long way home` } });
    }

    async function expectAgreement(
      username: string,
      accessToken: string,
      expected: ReadonlySet<string>,
    ): Promise<void> {
      const token = decode(accessToken);
      const now = Date.now() / 1000;
      expect(isValid(token, now)).toBe(true);
      const allowed = await claimsOf(accessToken, token);
      expect(
        catalogue.filter((permission) => allowed.can(permission) !== expected.has(permission)),
        `${username}: token and file`,
      ).toEqual([]);
      expect(await storedFor(token.sub), `${username}: store and file`).toEqual([...expected].sort());
      for (const permission of sample(catalogue, decisionsEach)) {
        const { permitted } = await licet.operator.access.decide({
          params: { application: 'americas' },
          query: { user: username, permission },
        });
        expect(permitted, `${username}: explanation of ${permission}`).toBe(expected.has(permission));
      }
      const [asked = ''] = sample(catalogue, 1);
      if (Math.random() < 20 / people) {
        const code = await cli('can', username, asked, '--application', 'americas').then(
          () => 0,
          (error: { code: number }) => error.code,
        );
        expect(code, `${username}: licet can ${asked}`).toBe(expected.has(asked) ? 0 : 1);
      }
    }

    // If a user has hundreds of permissions, the token only refers to a signed document with the whole list.
    async function claimsOf(accessToken: string, token: ReturnType<typeof decode>) {
      if (!token.permissions_ref) return compile(token);
      const response = await fetch(`${licet.url}/oidc/permissions/${token.permissions_ref}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(response.status).toBe(200);
      return compile(decode(await response.text()));
    }

    async function storedFor(user: string): Promise<string[]> {
      const names: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const { permissions } = await licet.operator.access.get({
          params: { application: 'americas', user },
          query: { limit: 200, ...(cursor ? { cursor } : {}) },
        });
        names.push(...permissions.items.map(({ name }) => name));
        if (permissions.next === null) return names.sort();
        cursor = permissions.next;
      }
    }

    async function cli(...args: string[]): Promise<string> {
      const bin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [bin, ...args, '--data', licet.dataDirectory], {
        maxBuffer: 64e6,
      });
      return stdout;
    }
  },
);

function sample<Item>(items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat();
}
