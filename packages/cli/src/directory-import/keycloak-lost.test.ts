import { pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DirectoryLine, type DirectoryUser, directoryLine } from '@licet/contract';
import { afterAll, expect, test } from 'vitest';
import { fromKeycloak, inNewForm, passwordOf, totpOf } from './keycloak.ts';
import { Plan } from './plan.ts';
import { openSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-keycloak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: object) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};
async function read(file: string) {
  const plan = new Plan();
  const source = openSource(file);
  const lines: DirectoryLine[] = [];
  for await (const line of fromKeycloak(source, plan, undefined)) lines.push(directoryLine.parse(line));
  const users = lines.flatMap((line) => ('user' in line ? [line.user as DirectoryUser] : []));
  const left = Object.fromEntries([...plan.leftOut].map(([why, { names }]) => [why, names]));
  return { users, left, digest: source.digest() };
}

const realm = {
  realm: 'acme',
  roles: { realm: [{ name: 'employee' }], client: { wiki: [{ name: 'author' }] } },
  clients: [{ clientId: 'wiki' }],
  groups: [{ name: 'Sales', realmRoles: ['employee', 'gone'] }],
};

test('reads users from the numbered files next to the realm file, in numeric order', async () => {
  const file = write('acme-realm.json', realm);
  const single = await read(file);
  expect(single.users).toEqual([]);
  expect(single.left).toMatchObject({
    'Users: the file contains none, and the folder contains no users file of the realm': ['acme-users-0.json'],
  });
  write('acme-users-10.json', { realm: 'acme', users: [{ username: 'c' }] });
  write('acme-users-0.json', { realm: 'acme', users: [{ username: 'a', realmRoles: ['employee'] }] });
  write('acme-users-2.json', { realm: 'acme', users: [{ username: 'b', groups: ['/Sales'] }] });
  write('other-users-0.json', { realm: 'other', users: [{ username: 'x' }] });
  write('acme-users-3.json', { realm: 'beta', users: [{ username: 'y' }] });
  const whole = await read(file);
  expect(whole.users.map(({ username }) => username)).toEqual(['a', 'b', 'c']);
  expect(whole.users[0]?.roles).toEqual([{ application: 'acme', role: 'employee' }]);
  expect(whole.users[1]?.groups).toEqual(['Sales']);
  expect(whole.left).toMatchObject({ 'Users of another realm': ['y'] });
  expect(whole.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(whole.digest).not.toBe(single.digest);
});

test('lists groups and roles that are missing from the file, except those of Keycloak itself', async () => {
  const { users, left } = await read(
    write('lost.json', {
      ...realm,
      roles: {
        ...realm.roles,
        realm: [
          { name: 'employee', composites: { realm: ['vanished', 'offline_access'], client: { wiki: ['none'] } } },
        ],
      },
      users: [
        {
          username: 'ada',
          groups: ['/Sales', '/Nobody knows', '/Sales/Below'],
          realmRoles: ['employee', 'unknown', 'offline_access', 'uma_authorization', 'default-roles-acme'],
          clientRoles: { wiki: ['author', 'lost'], account: ['view-profile'], absent: ['reader'] },
        },
      ],
    }),
  );
  expect(users[0]).toMatchObject({ groups: ['Sales'] });
  expect(left).toEqual({
    'Groups that the file does not contain: their members lose what the group gives': [
      'ada: /Nobody knows',
      'ada: /Sales/Below',
    ],
    'Roles that the file does not contain: users with such a role lose it': [
      'employee of acme: vanished',
      'employee of acme: none of wiki',
      'Sales: gone',
      'ada: unknown',
      'ada: lost of wiki',
      'ada: reader of absent',
    ],
  });
});

test('imports bcrypt passwords, and credentials from exports of Keycloak 7 and earlier', () => {
  const bcrypt = '$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga';
  const said = { credentialData: JSON.stringify({ algorithm: 'bcrypt', hashIterations: 10 }) };
  expect(passwordOf({ ...said, secretData: JSON.stringify({ value: bcrypt, salt: '' }) })).toBe(bcrypt);
  expect(passwordOf({ ...said, secretData: JSON.stringify({ value: '$2x$10$short' }) })).toBeUndefined();
  const salt = Buffer.from('a salt of sixteen');
  const hash = pbkdf2Sync('a password', salt, 27_500, 64, 'sha256');
  const old = { type: 'password', hashedSaltedValue: hash.toString('base64'), salt: salt.toString('base64') };
  const phc = (kind: string) =>
    `$${kind}$i=27500$${salt.toString('base64').replace(/=+$/, '')}$${hash.toString('base64').replace(/=+$/, '')}`;
  expect(passwordOf(inNewForm({ ...old, hashIterations: 27_500, algorithm: 'pbkdf2-sha256' }))).toBe(
    phc('pbkdf2-sha256'),
  );
  expect(passwordOf(inNewForm({ ...old, hashIterations: 27_500 }))).toBe(phc('pbkdf2-sha1'));
  const app = { type: 'totp', hashedSaltedValue: 'abcdefghij', digits: 6, period: 30, algorithm: 'HmacSHA1' };
  expect(totpOf(inNewForm(app))).toBe(Buffer.from('abcdefghij').toString('base64'));
  expect(totpOf(inNewForm({ ...app, type: 'hotp' }))).toBeUndefined();
});
