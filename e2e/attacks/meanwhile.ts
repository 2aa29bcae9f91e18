import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@licet/contract';
import { expect } from 'vitest';
import { writerLock } from '../../packages/server/src/store/kernel/change.ts';
import type { Attacked } from './attacked.ts';
import { nothingChanges } from './audit.ts';
import { Browser } from './browser.ts';
import { givePermission, linkFor, mark, newAdmin, newApplication, newPassword, newPerson } from './people.ts';
import { call, callThere, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

/** The milliseconds for comparing one password and hashing another on a busy machine. */
const hashed = 2000;

// A call that starts while the caller has the permission, and ends after the permission is revoked.

interface Held {
  /** Sends the rest of the body. Resolves to the status and the error code of the response. */
  readonly go: () => Promise<readonly [status: number, code: unknown]>;
}

/** Sends the headers of a call and the first byte of its body. The returned function sends the rest. */
function holdBack(
  { here }: Attacked,
  token: string,
  path: string,
  body: object | string,
  method = 'POST',
): Promise<Held> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { hostname, port } = new URL(here);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  };
  return new Promise((started, failed) => {
    const answered = Promise.withResolvers<readonly [number, unknown]>();
    const asked = request({ hostname, port, path: `/api/v1${path}`, method, agent: false, headers }, (response) => {
      let said = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
      response.on('end', () => {
        const lines = said.split('\n').filter((line) => line.startsWith('{'));
        const last = JSON.parse(lines.at(-1) ?? '{}') as { code?: unknown; problem?: { code: unknown } };
        answered.resolve([response.statusCode ?? 0, last.problem?.code ?? last.code]);
      });
    });
    asked.on('error', failed);
    asked.write(text.slice(0, 1), () =>
      started({
        go: () => {
          asked.end(text.slice(1));
          return answered.promise;
        },
      }),
    );
  });
}

export const meanwhile: Part = (attack) => {
  attack('33 refuses calls whose body arrives only after the session has ended', async (attacked) => {
    const { operator } = attacked;
    const boss = await newAdmin(attacked);
    const shop = await newApplication(attacked);
    const person = await newPerson(attacked);
    const { permission } = await givePermission(attacked, shop.key, boss.id, 'read');
    const review = await operator.reviews.open({
      body: {
        name: `Review ${mark()}`,
        scope: { kind: 'application', application: shop.key },
        reviewers: { kind: 'users', users: [boss.id] },
        endsAt: new Date(Date.now() + 86_400_000).toISOString(),
        undecided: 'keep',
      },
    });
    const { access } = (await signIn(attacked, boss)).tokens;
    const principal = { kind: 'user', id: person.id };
    const inShop = `/applications/${shop.key}`;
    const started = await Promise.all([
      holdBack(attacked, access, `${inShop}/grants`, { principal, gives: { kind: 'permission', id: permission } }),
      holdBack(attacked, access, '/users', { username: `u${mark()}`, name: 'New' }),
      holdBack(attacked, access, `/users/${person.id}`, { name: 'Changed' }, 'PATCH'),
      holdBack(attacked, access, '/me', { name: 'Changed' }, 'PATCH'),
      holdBack(attacked, access, '/requests', { application: shop.key, permission: 'read', seconds: 60, reason: 'x' }),
      holdBack(attacked, access, '/plans', { changes: [{ call: 'groups.create', body: { name: `g${mark()}` } }] }),
      holdBack(attacked, access, `/reviews/${review.id}/decisions`, {
        decisions: [{ line: 1, version: 1, decision: 'revoke' }],
      }),
    ]);
    const imports = await holdBack(
      attacked,
      access,
      `${inShop}/imports?kind=permissions`,
      `${person.username}\tread\n`,
    );
    // The server has already authorised these calls, because their headers arrived before this request.
    expect((await call(attacked, access, '/me')).status).toBe(200);
    await pause(limits.bodyHeldBack.value);
    await operator.users.endSessions({ params: { user: boss.id } });
    expect((await callThere(attacked, access, '/me')).status).toBe(401);
    await nothingChanges(attacked, async () => {
      for (const { go } of started) expect(await go()).toEqual([401, 'token_invalid']);
      expect((await imports.go())[1]).toBe('token_invalid');
    });
    const { items } = await operator.reviews.items({ params: { review: review.id } });
    expect(items.map(({ state }) => state)).toEqual(['pending']);
  });

  attack(
    '33 refuses a password change if a reset ends its session at the same moment',
    async (attacked) => {
      const victim = await newPerson(attacked);
      const { access } = (await signIn(attacked, victim)).tokens;
      const [own, thiefs] = [newPassword(), newPassword()];
      const token = await linkFor(attacked, victim.id);
      const body = { token, password: own };
      const writer = await attacked.database.pool.connect();
      try {
        // The lock delays both changes and keeps their order. When the server verifies the current password, the
        // password is still correct.
        await writer.query('begin');
        await writer.query('select pg_advisory_xact_lock($1)', [writerLock]);
        const reset = callThere(attacked, access, '/password-links/redeem', { body });
        await pause(hashed);
        const changing = call(attacked, access, '/me/password', {
          body: { current: victim.password, password: thiefs },
        });
        await pause(hashed);
        await writer.query('commit');
        expect((await reset).status).toBe(204);
        expect((await changing).code).toBe('token_invalid');
      } finally {
        writer.release();
      }
      const entering = (password: string) =>
        new Browser(attacked.here).post('/sign-in', { login: victim.username, password }, attacked.issuer);
      expect([(await entering(own)).status, (await entering(thiefs)).status]).toEqual([204, 401]);
    },
    { flood: true },
  );
};
