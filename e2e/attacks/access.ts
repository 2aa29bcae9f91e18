import { setTimeout as pause } from 'node:timers/promises';
import { licetApplication } from '@licet/contract';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { changesOf, nothingChanges } from './audit.ts';
import { Browser } from './browser.ts';
import { send } from './http.ts';
import {
  giveInLicet,
  givePermission,
  linkFor,
  mark,
  newAdmin,
  newApplication,
  newPassword,
  newPerson,
} from './people.ts';
import { begin, call, callThere, consoleOf, enter, refresh, signIn } from './sign-in.ts';
import type { Part } from './suite.ts';

const tokenOf = async (attacked: Attacked, person: Parameters<typeof signIn>[1]) =>
  (await signIn(attacked, person)).tokens.access;

export const access: Part = (attack) => {
  attack(
    '30 no user can grant themselves access, directly or through groups, roles, applications, requests or renames',
    async (attacked) => {
      const { operator } = attacked;
      const everything = [
        ...(['users.read', 'users.manage', 'credentials.reset', 'groups.read', 'groups.manage'] as const),
        ...([
          'applications.read',
          'applications.manage',
          'grants.manage',
          'access.read',
          'audit.read',
          'settings.manage',
          'keys.manage',
        ] as const),
      ];
      const mallory = await newPerson(attacked, ...everything);
      const token = await tokenOf(attacked, mallory);
      const params = { application: licetApplication };
      const { items: roles } = await operator.roles.list({ params });
      const admin = roles.find(({ name }) => name === 'admin')?.id ?? '';
      const group = await operator.groups.create({ body: { name: `admins ${mark()}` } });
      const below = await operator.groups.create({ body: { name: `below ${mark()}` } });
      await giveInLicet(attacked, { kind: 'group', id: group.id }, { kind: 'role', name: 'admin' });
      await operator.groups.addMember({ params: { group: group.id, member: below.id } });
      const mine = await operator.roles.create({ params, body: { name: `mine-${mark()}` } });
      await giveInLicet(attacked, { kind: 'user', id: mallory.id }, { kind: 'role', name: mine.name });
      const self = { kind: 'user', id: mallory.id };
      const boss = await newAdmin(attacked);
      const inLicet = `/applications/${licetApplication}`;
      const far = new Date(Date.now() + 86_400_000).toISOString();
      const tried: readonly (readonly [method: string, path: string, body?: object])[] = [
        ['POST', `${inLicet}/grants`, { principal: self, gives: { kind: 'role', id: admin } }],
        ['POST', `${inLicet}/grants`, { principal: self, gives: { kind: 'role', id: admin }, starts: far }],
        [
          'POST',
          `${inLicet}/grants`,
          { principal: { kind: 'group', id: below.id }, gives: { kind: 'role', id: admin } },
        ],
        ['PUT', `/groups/${group.id}/members/${mallory.id}`],
        ['PUT', `/groups/${below.id}/members/${mallory.id}`],
        ['PATCH', `${inLicet}/roles/${mine.id}`, { includes: [admin] }],
        ['PATCH', `${inLicet}/roles/${mine.id}`, { name: 'root' }],
        ['POST', `${inLicet}/roles`, { name: `all-${mark()}`, includes: [admin] }],
        ['PUT', `${inLicet}/owners/${mallory.id}`],
        ['POST', `${inLicet}/clients`, { name: 'Mine', kind: 'browser', redirectUris: ['https://evil.example/'] }],
        ['POST', `/users/${boss.id}/password-link`],
        ['POST', `/users/${boss.id}/credentials/reset`, { passkeys: true, totp: true }],
        ['PATCH', `/users/${boss.id}`, { email: 'mallory@evil.example' }],
      ];
      await nothingChanges(attacked, async () => {
        for (const [method, path, body] of tried) {
          const answer = await call(attacked, token, path, { method, ...(body && { body }) });
          expect([400, 401, 403, 404, 409], `${method} ${path} ${answer.text}`).toContain(answer.status);
          if (answer.status === 404) expect(answer.code, path).not.toBe('no_such_route');
        }
      });
      // A request does not bypass this check. Users cannot approve access that they may not grant.
      const asked = await call(attacked, token, '/requests', {
        body: { application: licetApplication, role: 'admin', seconds: 3600, reason: 'Needed' },
      });
      if (asked.status === 201)
        for (const what of ['plan', 'approval'])
          expect(
            (await call(attacked, token, `/requests/${asked.json.id}/${what}`, { body: {} })).status,
            what,
          ).toBeGreaterThanOrEqual(400);
      expect((await call(attacked, token, '/me/access/licet')).json.admin).toBe(false);
      // Granting a permission is one change and records one event.
      const shop = await newApplication(attacked);
      const { permission } = await givePermission(attacked, shop.key, boss.id, 'read');
      const body = { principal: self, gives: { kind: 'permission', id: permission } };
      const given = () => call(attacked, token, `/applications/${shop.key}/grants`, { body });
      expect(await changesOf(attacked, given)).toEqual(['grant.created']);
    },
  );

  attack('31 refuses unknown and privileged fields in a body', async (attacked) => {
    const token = await tokenOf(attacked, await newAdmin(attacked));
    const person = await newPerson(attacked);
    const shop = await newApplication(attacked);
    const privileged = {
      id: person.id,
      status: 'active',
      version: 1,
      createdAt: 'x',
      roles: ['admin'],
      permissions: ['users.manage'],
      emailVerified: true,
      builtIn: true,
      isAdmin: true,
      admin: true,
      constructor: {},
      grantedBy: 'x',
      state: 'active',
    };
    const calls: readonly (readonly [method: string, path: string, body: Record<string, unknown>])[] = [
      ['POST', '/users', { username: `u${mark()}`, name: 'New' }],
      ['PATCH', `/users/${person.id}`, { name: 'Changed' }],
      ['PATCH', '/me', { name: 'Changed' }],
      ['POST', '/groups', { name: `g${mark()}` }],
      ['POST', '/applications', { id: `x-${mark()}`, name: 'New' }],
      ['PATCH', `/applications/${shop.key}`, { name: 'Changed' }],
      ['POST', `/applications/${shop.key}/clients`, { name: 'C', kind: 'service' }],
      ['POST', `/applications/${shop.key}/roles`, { name: 'reader' }],
    ];
    await nothingChanges(attacked, async () => {
      for (const [method, path, body] of calls)
        for (const [field, value] of Object.entries(privileged)) {
          if (field in body) continue;
          if (path.endsWith('/roles') && field === 'permissions') continue;
          if (path === '/applications' && field === 'id') continue;
          const answer = await call(attacked, token, path, { method, body: { ...body, [field]: value } });
          expect(answer.status, `${method} ${path} ${field}: ${answer.text}`).toBe(400);
        }
    });
    expect((await call(attacked, token, '/users?admin=true')).status).toBe(400);
  });

  attack(
    '33 immediately refuses a suspended or deleted user, an ended grant and an ended invitation',
    async (attacked) => {
      const { operator } = attacked;
      const shop = await newApplication(attacked);
      for (const end of ['suspend', 'remove', 'endSessions'] as const) {
        const person = await newPerson(attacked, 'users.read');
        const [own, foreign] = [await signIn(attacked, person), await signIn(attacked, person, shop)];
        expect((await callThere(attacked, own.tokens.access, '/users')).status).toBe(200);
        await operator.users[end]({ params: { user: person.id } });
        expect((await callThere(attacked, own.tokens.access, '/users')).status).toBe(401);
        expect((await callThere(attacked, own.tokens.access, '/me')).status).toBe(401);
        for (const [client, { tokens }] of [
          [consoleOf(attacked), own],
          [shop, foreign],
        ] as const)
          expect((await refresh(attacked, client, tokens.refresh, attacked.there)).code).toBe('invalid_grant');
        const authorization = `Bearer ${foreign.tokens.access}`;
        expect((await send(attacked.there, '/oidc/userinfo', { headers: { authorization } })).status).toBe(401);
        if (end === 'endSessions') continue;
        const browser = new Browser(attacked.there);
        const page = await begin(attacked, browser);
        expect((await enter(attacked, browser, page, person.username, person.password)).status).toBe(401);
      }
      const reader = await newPerson(attacked);
      const grant = await giveInLicet(
        attacked,
        { kind: 'user', id: reader.id },
        { kind: 'permission', name: 'users.read' },
      );
      const token = await tokenOf(attacked, reader);
      expect((await callThere(attacked, token, '/users')).status).toBe(200);
      await operator.grants.revoke({ params: { application: licetApplication, grant } });
      expect((await callThere(attacked, token, '/users')).status).toBe(403);
      // On a busy machine the grant may end before the first request. The attack is then repeated with a longer grant.
      for (let [seconds, held] = [1.5, false]; !held; seconds *= 2) {
        const another = await giveInLicet(
          attacked,
          { kind: 'user', id: reader.id },
          { kind: 'permission', name: 'users.read' },
        );
        const ends = new Date(Date.now() + seconds * 1000).toISOString();
        await operator.grants.update({ params: { application: licetApplication, grant: another }, body: { ends } });
        const short = await tokenOf(attacked, reader);
        const { status } = await callThere(attacked, short, '/users');
        held = Date.now() < Date.parse(ends);
        if (held) expect(status).toBe(200);
        await pause(Math.max(0, Date.parse(ends) - Date.now()) + 50);
        expect([401, 403]).toContain((await callThere(attacked, short, '/users')).status);
      }
      // A link becomes invalid when a newer link is created, and when its user is suspended.
      const invited = await operator.users.create({ body: { username: `i${mark()}`, name: 'Invited' } });
      const [old, newer] = [await linkFor(attacked, invited.id), await linkFor(attacked, invited.id)];
      const redeem = (link: string) =>
        send(attacked.there, '/api/v1/password-links/redeem', { body: { token: link, password: newPassword() } });
      expect((await redeem(old)).code).toBe('link_invalid');
      await operator.invitations.withdraw({ body: { users: [invited.id] } });
      expect((await redeem(newer)).code).toBe('link_invalid');
    },
  );

  attack(
    '34 if two last administrators suspend each other at the same moment, one of them stays active',
    async (attacked) => {
      const { operator } = attacked;
      const [one, other] = [await newAdmin(attacked), await newAdmin(attacked)];
      const tokens = [await tokenOf(attacked, one), await tokenOf(attacked, other)];
      const others = await suspendOtherAdmins(attacked, [one.id, other.id]);
      try {
        const suspended = await changesOf(attacked, async () => {
          const answers = await Promise.all([
            call(attacked, tokens[0], `/users/${other.id}/suspend`, { method: 'POST' }),
            callThere(attacked, tokens[1] ?? '', `/users/${one.id}/suspend`, { method: 'POST' }),
          ]);
          const statuses = answers.map(({ status }) => status);
          expect(statuses.filter((status) => status < 300)).toHaveLength(1);
          const lost = answers.find(({ status }) => status >= 300);
          expect([401, 403, 409], lost?.text).toContain(lost?.status);
        });
        expect(suspended).toEqual(['user.suspended']);
        // No one can remove the last administrator, not even that administrator.
        const left = (await operator.users.get({ params: { user: one.id } })).status === 'active' ? one : other;
        const token = left === one ? tokens[0] : tokens[1];
        const { items } = await operator.users.grants({ params: { user: left.id } });
        const grant = `/applications/${licetApplication}/grants/${items[0]?.id}`;
        const ends = new Date(Date.now() + 86_400_000).toISOString();
        await nothingChanges(attacked, async () => {
          for (const [method, path, body] of [
            ['POST', `/users/${left.id}/suspend`],
            ['DELETE', `/users/${left.id}`],
            ['DELETE', grant],
            ['PATCH', grant, { ends }],
          ] as const)
            expect((await call(attacked, token, path, { method, ...(body && { body }) })).code, path).toBe(
              'last_admin',
            );
        });
      } finally {
        for (const user of others) await operator.users.reactivate({ params: { user } });
      }
    },
  );

  attack(
    '35 denies access if the database fails while deciding',
    async (attacked) => {
      const { database, operator } = attacked;
      const reader = await newPerson(attacked, 'users.read');
      const token = await tokenOf(attacked, reader);
      const paths = ['/users', `/users/${reader.id}/grants`, '/me/access', '/applications'];
      expect((await call(attacked, token, '/users')).status).toBe(200);
      // Renames the table of grants for a moment, so that queries fail. A failed query must not permit anything.
      await database.pool.query('alter table grants rename to grants_elsewhere');
      try {
        for (const path of paths) {
          const answer = await fetch(`${attacked.here}/api/v1${path}`, {
            headers: { authorization: `Bearer ${token}` },
          });
          expect(answer.ok, path).toBe(false);
          const text = await answer.text();
          expect(text).not.toMatch(/items|grants_elsewhere|relation|select /);
        }
      } finally {
        await database.pool.query('alter table grants_elsewhere rename to grants');
      }
      expect((await call(attacked, token, '/users')).status).toBe(200);
      expect((await operator.users.get({ params: { user: reader.id } })).status).toBe('active');
    },
    { breaks: true },
  );
};

/** Suspends all administrators except the given users, until the test ends. */
async function suspendOtherAdmins({ operator }: Attacked, but: readonly string[]): Promise<readonly string[]> {
  const { items: roles } = await operator.roles.list({ params: { application: licetApplication } });
  const role = roles.find(({ name }) => name === 'admin')?.id ?? '';
  const query = { application: licetApplication, role, status: 'active' as const, limit: 200 };
  const { items } = await operator.users.list({ query });
  const others = items.map(({ id }) => id).filter((id) => !but.includes(id));
  for (const user of others) await operator.users.suspend({ params: { user } });
  return others;
}
