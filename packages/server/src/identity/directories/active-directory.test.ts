import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import { openGuard } from '../../outgoing/guard.ts';
import { Refusal } from '../../refusal.ts';
import {
  activeDirectory,
  activeDirectorySchema,
  activeDirectorySettings,
  adaDn,
  adaId,
} from './active-directory.testing.ts';
import { corpDirectory, corpPassword, type corpSettings } from './corp.testing.ts';
import { createDirectories } from './directories.ts';
import { mappedAmong } from './groups.ts';
import {
  bindResponse,
  type Request,
  type Script,
  type ScriptedDirectory,
  searchDone,
  searchEntry,
  startScripted,
} from './scripted.testing.ts';

const directories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }), 20_000);
const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('an OpenLDAP server with the Active Directory schema', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startSlapd(activeDirectory, { schema: activeDirectorySchema });
  });
  afterAll(() => slapd.close());

  const directory = (overrides: Parameters<typeof activeDirectorySettings>[1] = {}) =>
    corpDirectory(activeDirectorySettings(slapd, overrides));
  const check = (login: string, lookup: Parameters<typeof directories.check>[1] = { login }) =>
    directories.check(directory(), lookup, { login, password: corpPassword });

  test('identifies a user by objectGUID in Microsoft’s notation, whichever login name is typed', async () => {
    for (const login of ['ada', 'ADA', 'ada@corp.example', 'ada@mail.example'])
      expect(await check(login)).toMatchObject({
        kind: 'right',
        person: { id: adaId, username: 'ada', name: 'ada of Corp' },
      });
    expect(adaId).toBe('29282a00-5c00-80ff-c328-0a0d00000001');
    expect(await check('whatever', { subject: adaId })).toMatchObject({ kind: 'right', person: { username: 'ada' } });
    expect((await check('whatever', { subject: adaId.replace('1', '2') })).kind).toBe('nobody');
  });

  test('finds a group whose member name contains a comma, and ignores computers', async () => {
    const found = await check('ada');
    expect(mappedAmong(found.kind === 'right' ? found.groups : null, ['finance'])).toEqual(['finance']);
    expect((await check('DESK$')).kind).toBe('nobody');
  });

  test('reports a disabled account as closed, and reports the end date of an account that expires', async () => {
    const people = await directories.read(directory(), { mapped: ['finance'], onRead: () => undefined });
    expect(people.map(({ username, closed, endsAt, groups }) => [username, closed, endsAt, ...(groups ?? [])])).toEqual(
      [
        ['ada', false, null, 'finance'],
        ['bob', true, null],
        ['eve', false, '2001-12-31T00:00:00.000Z'],
        ['cleo', false, null],
      ],
    );
  });
});

describe('behaviour specific to Active Directory', () => {
  let scripted: ScriptedDirectory;
  let script: Script;
  beforeAll(async () => {
    scripted = await startScripted(() => script);
  });
  afterAll(() => scripted.close());

  const directory = (overrides: Parameters<typeof corpSettings>[1] = {}) =>
    corpDirectory(
      activeDirectorySettings(
        { tlsPort: 0, authority: '' },
        { url: scripted.url, startTls: false, caCertificate: null, nestedGroups: true, ...overrides },
      ),
    );
  const check = async (overrides?: Parameters<typeof corpSettings>[1]) => {
    try {
      const found = await directories.check(
        directory(overrides),
        { login: 'ada' },
        { login: 'ada', password: corpPassword },
      );
      return found.kind === 'right' ? found.groups?.map(({ name }) => name) : found.kind;
    } catch (error) {
      if (error instanceof Refusal) return `${error.problem.detail}`;
      throw error;
    }
  };
  const ada = (request: Request, more: Record<string, string[]> = {}) =>
    searchEntry(request, adaDn, {
      objectGUID: [Buffer.alloc(16, 7)],
      sAMAccountName: ['ada'],
      displayName: ['Ada'],
      ...more,
    });
  const group = (request: Request, name: string, more: Record<string, string[]> = {}) =>
    searchEntry(request, `CN=${name},OU=Groups,dc=corp,dc=example`, { cn: [name], ...more });
  const asks = ({ bytes }: Request, what: string) => bytes.includes(what);
  const inChain = '1.2.840.113556.1.4.1941';
  const answering =
    (search: (request: Request) => Buffer[], bind = (request: Request) => [bindResponse(request)]): Script =>
    (request) =>
      request.operation === 0x60 ? bind(request) : request.operation === 0x63 ? search(request) : [];

  test('finds nested groups by the matching rule, with the user’s DN as a value', async () => {
    let asked: Request | undefined;
    script = answering((it) => {
      if (asks(it, 'sAMAccountName')) return [ada(it), searchDone(it)];
      asked = it;
      return [group(it, 'Finance'), group(it, 'Staff'), searchDone(it)];
    });
    expect(await check()).toEqual(['Finance', 'Staff']);
    // matchingRule [1], type [2], matchValue [3] (RFC 4511 section 4.5.1).
    const rule = Buffer.concat([Buffer.from([0x81, inChain.length]), Buffer.from(inChain)]);
    const type = Buffer.concat([Buffer.from([0x82, 6]), Buffer.from('member')]);
    const value = Buffer.concat([Buffer.from([0x83, adaDn.length]), Buffer.from(adaDn)]);
    expect(asked?.bytes.includes(Buffer.concat([rule, type, value]))).toBe(true);
  });

  test('changes no groups if the user’s list of groups is partial', async () => {
    script = answering((it) => [ada(it, { 'memberOf;range=0-1': ['CN=A,DC=x', 'CN=B,DC=x'] }), searchDone(it)]);
    expect(await check({ groupSource: 'memberOf' })).toBeUndefined();
  });

  test('reads the users of a group whose member list is partial', async () => {
    script = answering((it) => {
      if (asks(it, 'memberOf')) return [ada(it), searchDone(it)];
      if (asks(it, 'group'))
        return [group(it, 'Finance', { member: [], 'member;range=0-1': ['CN=X,DC=x', 'CN=Y,DC=x'] }), searchDone(it)];
      return [ada(it), searchDone(it)];
    });
    const people = await directories.read(directory({ nestedGroups: false }), {
      mapped: ['Finance'],
      onRead: () => undefined,
    });
    expect(people.map(({ username, groups }) => [username, ...(groups ?? [])])).toEqual([['ada', 'Finance']]);
  });

  const refused = (data: string) =>
    `80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data ${data}, v4f7c\0`;

  test.each(['525', '52e', '530', '531', '532', '533', '701', '773', '775', '80090346'])(
    'reports the bind error %s of a user as a wrong password',
    async (data) => {
      let binds = 0;
      script = answering(
        (it) => (asks(it, 'sAMAccountName') ? [ada(it), searchDone(it)] : [searchDone(it)]),
        (it) => [++binds === 1 ? bindResponse(it) : bindResponse(it, 49, refused(data))],
      );
      expect(await check()).toBe('wrong');
    },
  );

  test.each([
    [
      '52e',
      'The directory refused Licet’s service account: its bind DN or its password is wrong. Correct them in this connection, under Settings, Connections (“Bind DN”, “Password of the bind DN”).',
    ],
    ['532', 'The password of the bind DN has expired in the directory.'],
    ['533', 'The bind DN is disabled in the directory.'],
    ['701', 'The account of the bind DN has expired in the directory.'],
    ['773', 'The bind DN must first change its password in the directory.'],
    ['775', 'The bind DN is locked in the directory.'],
  ])('reports the bind error %s of Licet’s own account with its cause', async (data, sentence) => {
    script = answering(
      () => [],
      (it) => [bindResponse(it, 49, refused(data))],
    );
    expect(await check()).toBe(`Corp cannot be queried. ${sentence}`);
  });
});
