import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';

// Tests that `plan --check` with an exported file reports every change that was made without the file.

let running: RunningLicet;
let own: string;
const folder = mkdtempSync(join(tmpdir(), 'licet-exact-'));
const application = 'shed';
const inShed = { application };
/** The ids of objects that exist before the export. */
const ids = { user: '', group: '', other: '', read: '', role: '', base: '', client: '' };

beforeAll(async () => {
  running = (await startSample('organisation')).licet;
  const { operator } = running;
  await operator.applications.create({ body: { id: application, name: 'Shed' } });
  ids.user = (await operator.users.create({ body: { username: 'noor', name: 'Noor' } })).id;
  ids.group = (await operator.groups.create({ body: { name: 'Shed keepers' } })).id;
  ids.other = (await operator.groups.create({ body: { name: 'Guests' } })).id;
  ids.read = (await operator.permissions.create({ params: inShed, body: { name: 'read' } })).id;
  ids.role = (await operator.roles.create({ params: inShed, body: { name: 'keeper' } })).id;
  ids.base = (await operator.roles.create({ params: inShed, body: { name: 'base' } })).id;
  const redirectUris = ['https://shed.example/'];
  const body = { name: 'Web', kind: 'server' as const, redirectUris, postLogoutRedirectUris: [], secret: false };
  const { client } = await operator.clients.create({ params: inShed, body });
  ids.client = client.id;
  const params = { ...inShed, client: client.id };
  await operator.clients.update({ params, body: { postLogoutRedirectUris: [] } });
  own = join(folder, 'own.yaml');
  writeFileSync(own, (await here('export', 'config')).out);
});
afterAll(() => endAll(running, folder));
const here = (...words: string[]) => licet([...words, '--data', running.dataDirectory]);

test('an export writes empty lists, empty texts and null values', async () => {
  const text = (await here('export', 'config')).out;
  const file = parse(text);
  expect(file.users).toContainEqual({
    username: 'noor',
    name: 'Noor',
    email: null,
    jobTitle: null,
    suspended: false,
  });
  expect(file.groups).toContainEqual({ name: 'Guests', description: '', users: [], groups: [] });
  expect(file.separations).toEqual([]);
  const shed = file.applications.find(({ id }: { id: string }) => id === application);
  expect(shed).toMatchObject({ description: '', owners: [], permissions: [{ name: 'read', title: '' }], grants: [] });
  const base = { name: 'base', title: '', permissions: [], includes: [], policy: usualRolePolicy };
  expect(shed.roles).toContainEqual(base);
  expect(shed.roles).toContainEqual({ name: 'admin', policy: usualRolePolicy });
  expect(shed.clients).toEqual([
    {
      name: 'Web',
      kind: 'server',
      redirectUris: ['https://shed.example/'],
      postLogoutRedirectUris: [],
      webOrigins: [],
      backchannelLogoutUri: null,
      requirePkce: true,
      idTokenAlgorithm: 'ES256',
      requirePushedAuthorization: false,
    },
  ]);
});

/** A change made without the file, the line that the check then prints, and the call that undoes the change. */
interface ByHand {
  readonly says: string;
  readonly does: () => Promise<unknown>;
  readonly undoes: () => Promise<unknown>;
}

/**
 * The changes of one list are made and checked together. Each list changes an object at most once, so that each change has its own output
 * line.
 */
const byHand: readonly (readonly ByHand[])[] = [
  [
    {
      says: '~ role keeper in shed: includes − base',
      does: () =>
        running.operator.roles.update({ params: { ...inShed, role: ids.role }, body: { includes: [ids.base] } }),
      undoes: () => running.operator.roles.update({ params: { ...inShed, role: ids.role }, body: { includes: [] } }),
    },
    {
      says: '~ policy of role keeper in shed: longestSeconds 3600 → none',
      does: () => setPolicy(ids.role, 3600),
      undoes: () => setPolicy(ids.role, null),
    },
    {
      says: '~ policy of role admin in shed: longestSeconds 3600 → none',
      does: async () => setPolicy(await adminRole(), 3600),
      undoes: async () => setPolicy(await adminRole(), null),
    },
    {
      says: '~ user noor (Noor): no longer suspended',
      does: () => running.operator.users.suspend({ params: { user: ids.user } }),
      undoes: () => running.operator.users.reactivate({ params: { user: ids.user } }),
    },
    {
      says: '~ client Web of shed: postLogoutRedirectUris − https://shed.example/bye',
      does: () => clientAddresses({ postLogoutRedirectUris: ['https://shed.example/bye'] }),
      undoes: () => clientAddresses({ postLogoutRedirectUris: [] }),
    },
    {
      says: '~ role base in shed: title “Base” → “”',
      does: () => running.operator.roles.update({ params: { ...inShed, role: ids.base }, body: { title: 'Base' } }),
      undoes: () => running.operator.roles.update({ params: { ...inShed, role: ids.base }, body: { title: '' } }),
    },
    {
      says: '~ permission read in shed: title “Read” → “”',
      does: () => permissionTitle('Read'),
      undoes: () => permissionTitle(''),
    },
    {
      says: '~ group Guests: description “Who visits” → “”',
      does: () => running.operator.groups.update({ params: { group: ids.other }, body: { description: 'Who visits' } }),
      undoes: () => running.operator.groups.update({ params: { group: ids.other }, body: { description: '' } }),
    },
    {
      says: '~ application shed: description “Tools” → “”',
      does: () => running.operator.applications.update({ params: inShed, body: { description: 'Tools' } }),
      undoes: () => running.operator.applications.update({ params: inShed, body: { description: '' } }),
    },
  ],
  [
    {
      says: '~ user noor (Noor): email “noor@shed.example” → none',
      does: () => running.operator.users.update({ params: { user: ids.user }, body: { email: 'noor@shed.example' } }),
      undoes: () => running.operator.users.update({ params: { user: ids.user }, body: { email: null } }),
    },
    {
      says: '~ client Web of shed: backchannelLogoutUri “https://shed.example/out” → none',
      does: () => clientAddresses({ backchannelLogoutUri: 'https://shed.example/out' }),
      undoes: () => clientAddresses({ backchannelLogoutUri: null }),
    },
  ],
];
const setPolicy = (role: string, longestSeconds: number | null) =>
  running.operator.roles.setPolicy({ params: { ...inShed, role }, body: { ...usualRolePolicy, longestSeconds } });
const adminRole = async () =>
  (await running.operator.roles.list({ params: inShed })).items.find(({ builtIn }) => builtIn)?.id ?? '';
const permissionTitle = (title: string) =>
  running.operator.permissions.update({ params: { ...inShed, permission: ids.read }, body: { title } });
const clientAddresses = (body: { postLogoutRedirectUris?: string[]; backchannelLogoutUri?: string | null }) =>
  running.operator.clients.update({ params: { ...inShed, client: ids.client }, body });

test('plan --check of an export reports every change that was made by hand', async () => {
  for (const changes of byHand) {
    for (const { does } of changes) await does();
    const checked = await here('plan', own, '--check');
    expect(checked).toMatchObject({ code: 1, err: '' });
    expect(checked.out).toContain(`${changes.length} changes: 0 to add, ${changes.length} to change, 0 to remove.\n`);
    for (const { says } of changes) expect(checked.out).toContain(`\n  ${says}\n`);
    for (const { undoes } of changes) await undoes();
    expect(await here('plan', own, '--check')).toMatchObject({ code: 0 });
  }
});

test('plan --check counts the objects that the files leave out, and --exact lists them', async () => {
  const { operator } = running;
  const none = await here('plan', own, '--check');
  expect(none.out).toMatch(/\nNot compared: what no file can contain: passwords, /);
  await operator.groups.addMember({ params: { group: ids.group, member: ids.user } });
  await operator.groups.addMember({ params: { group: ids.group, member: ids.other } });
  await operator.applications.addOwner({ params: { ...inShed, user: ids.user } });
  const principal = { kind: 'group' as const, id: ids.other };
  await operator.grants.create({ params: inShed, body: { principal, gives: { kind: 'role', id: ids.base } } });
  await operator.permissions.create({ params: inShed, body: { name: 'write' } });
  await operator.roles.create({ params: inShed, body: { name: 'writer' } });
  await operator.clients.create({ params: inShed, body: { name: 'Job', kind: 'service', secret: false } });
  await operator.groups.create({ body: { name: 'Later' } });
  await operator.users.create({ body: { username: 'later', name: 'Later' } });
  await operator.applications.create({ body: { id: 'later', name: 'Later' } });
  const parts = [[ids.read], [ids.base]].map(([id = '']) => ({
    elements: [{ kind: id === ids.read ? ('permission' as const) : ('role' as const), id }],
  }));
  await operator.separations.create({ body: { name: 'Later', parts } });

  const checked = await here('plan', own, '--check');
  expect(checked).toMatchObject({ code: 0, err: '' });
  expect(checked.out).toContain(
    'Not compared: 1 person, 1 group, 2 members, 1 application, 1 owner, 1 permission, 1 role, 1 client, 1 grant, 1 separation that the files do not mention (--exact compares them), and what no file can contain: ',
  );
  const exact = await here('plan', own, '--check', '--exact');
  expect(exact).toMatchObject({ code: 1, err: '' });
  expect(exact.out).toBe(`Nothing would change: Licet already matches the files.

Not in the files, but in Licet:
    user later (Later)
    group Later
    group Guests in group Shed keepers
    user noor in group Shed keepers
    application later (Later)
    owner noor of shed
    permission write in shed
    role writer in shed
    client Job of shed
    grant of role base in shed to group Guests
    separation Later
`);
  const json = JSON.parse((await here('plan', own, '--exact', '--format', 'json')).out);
  expect(json.beside).toContainEqual({ kind: 'owner', says: 'owner noor of shed' });
  expect((await here('plan', own, '--exact', '--format', 'markdown')).out).toContain('- owner noor of shed\n');
  // If a file contains only some kinds of lists, the check compares only these kinds.
  const some = join(folder, 'some.yaml');
  writeFileSync(some, 'licet: 1\ngroups:\n  - { name: Guests }\n  - { name: Later }\n  - { name: Shed keepers }\n');
  const other = (await here('plan', some, '--check', '--exact')).out;
  expect(other).not.toMatch(/user |member|application|owner|shed/);
});

test('a client created from an exported file gets no addresses beyond those in the file', async () => {
  const file = parse((await here('export', 'config', '--application', application)).out);
  file.applications[0].id = 'copy';
  file.applications[0].grants = [];
  file.applications[0].owners = [];
  const copy = join(folder, 'copy.yaml');
  writeFileSync(copy, JSON.stringify(file));
  expect(await here('apply', copy, '--yes')).toMatchObject({ code: 0 });
  expect(await here('plan', copy, '--check', '--exact')).toMatchObject({ code: 0 });
});

test('an e-mail address counts as unchanged whether the file writes its domain in Unicode or in Punycode', async () => {
  const person = { username: 'reader', name: 'Reader', email: 'reader@xn--bcher-kva.example' };
  await running.operator.users.create({ body: person });
  const forms = join(folder, 'forms.yaml');
  const write = (email: string) => writeFileSync(forms, JSON.stringify({ licet: 1, users: [{ ...person, email }] }));
  for (const email of ['reader@bücher.example', person.email]) {
    write(email);
    expect(await here('plan', forms, '--check')).toMatchObject({ code: 0, err: '' });
  }
  write('Reader@bücher.example');
  expect((await here('plan', forms, '--check')).code).toBe(1);
});
