import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import { openGuard } from '../../outgoing/guard.ts';
import { Refusal } from '../../refusal.ts';
import {
  corp,
  corpDirectory,
  corpPassword,
  corpSettings,
  dnOf,
  group,
  groupsDn,
  person,
  reader,
} from './corp.testing.ts';
import { createDirectories } from './directories.ts';
import { bindResponse, type ScriptedDirectory, searchDone, searchEntry, startScripted } from './scripted.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

const guard = openGuard({ allowed: ['127.0.0.1', 'localhost'] });
const directories = createDirectories(guard, 20_000);
const staff = Array.from({ length: 600 }, (_, no) => person(`worker${no}`));
const detailOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? `${error.problem.code}: ${error.problem.detail}` : String(error)),
  );

describe.skipIf(why !== undefined)('a directory with a size limit', () => {
  const read = (slapd: Slapd) =>
    directories.read(corpDirectory(corpSettings(slapd)), { mapped: [], onRead: () => undefined });
  const test_ = (slapd: Slapd) => directories.test(corpDirectory(corpSettings(slapd), { secret: reader.password }));
  const small = 'sizelimit 500';

  test('is refused with an error that names the OpenLDAP limit to raise', async () => {
    const slapd = await startSlapd([corp, ...staff].join('\n'), { limits: { all: small, some: [] } });
    try {
      const sentence =
        'The directory stopped the search at its size limit (sizeLimitExceeded). In OpenLDAP, raise the limit for the bind DN with olcLimits';
      expect(await detailOf(read(slapd))).toContain(`provider_wrong: Corp cannot be queried. ${sentence}`);
      const { works, findings } = await test_(slapd);
      const said = { reason: 'directory_said', values: { fault: 'size_limit' } };
      expect([works, findings.at(-1)]).toEqual([
        false,
        { about: 'everybody', right: false, found: expect.stringContaining(sentence), ...said },
      ]);
    } finally {
      await slapd.close();
    }
  });

  test('is read completely once the limit is raised for the bind DN', async () => {
    const some = [`limits dn.exact="${reader.dn}" size=unlimited size.prtotal=unlimited`];
    const slapd = await startSlapd([corp, ...staff].join('\n'), { limits: { all: small, some } });
    try {
      expect(await read(slapd)).toHaveLength(607);
      const { works, findings } = await test_(slapd);
      expect(works).toBe(true);
      expect(findings).toContainEqual({ about: 'everybody', right: true, found: '607' });
    } finally {
      await slapd.close();
    }
  });
});

describe.skipIf(why !== undefined)('nested groups of an OpenLDAP server', () => {
  let slapd: Slapd;
  const dnOfGroup = (name: string) => `cn=${name},${groupsDn}`;
  beforeAll(async () => {
    slapd = await startSlapd(
      [
        corp,
        group('accountants', [dnOf('cleo')]),
        group('money', [dnOfGroup('accountants'), dnOfGroup('circle')]),
        group('circle', [dnOfGroup('money'), dnOf('twin')]),
        group('company', [dnOfGroup('money')]),
      ].join('\n'),
    );
  });
  afterAll(() => slapd.close());

  const nested = () => corpDirectory(corpSettings(slapd, { nestedGroups: true }));

  test('are found at sign-in, despite a cycle', async () => {
    const groups = async (login: string) => {
      const found = await directories.check(nested(), { login }, { login, password: corpPassword });
      return found.kind === 'right' ? found.groups?.map(({ name }) => name).sort() : found.kind;
    };
    expect(await groups('cleo')).toEqual(['accountants', 'circle', 'company', 'money', 'staff']);
    expect(await groups('ada')).toEqual(['finance', 'staff']);
  });

  test('are found when all entries are read, by name and by DN', async () => {
    const mapped = ['company', `CN=Money, ${groupsDn}`, 'accountants'];
    const people = await directories.read(nested(), { mapped, onRead: () => undefined });
    const of = (name: string) => people.find(({ username }) => username === name)?.groups;
    expect(of('cleo')).toEqual(mapped);
    expect(of('ada')).toEqual([]);
    expect(people.filter(({ username }) => username === 'twin').map(({ groups }) => groups)).toEqual([
      ['company', `CN=Money, ${groupsDn}`],
      [],
    ]);
  });

  test('are not read if no entry has the configured group class, and the error says so', async () => {
    const settings = corpSettings(slapd, { groupClass: 'posixGroups' });
    const read = directories.read(corpDirectory(settings), { mapped: ['finance'], onRead: () => undefined });
    expect(await detailOf(read)).toContain('There is no entry of the class posixGroups');
  });
});

describe('a directory that returns partial results', () => {
  let scripted: ScriptedDirectory;
  let code = 0;
  let searches = 0;
  beforeAll(async () => {
    scripted = await startScripted(() => (request) => {
      if (request.operation === 0x60) return [bindResponse(request)];
      if (request.operation !== 0x63) return [];
      searches += 1;
      const bob = { entryUUID: ['bob'], uid: ['bob'] };
      if (request.bytes.includes('gone')) return [searchEntry(request, dnOf('bob'), bob), searchDone(request)];
      return [searchEntry(request, dnOf('ada'), { entryUUID: ['ada'], uid: ['ada'] }), searchDone(request, code)];
    });
  });
  afterAll(() => scripted.close());

  const settings = () =>
    corpSettings({ tlsPort: 0, authority: '' }, { url: scripted.url, startTls: false, caCertificate: null });
  const read = (linked: string[] = []) =>
    directories.read(corpDirectory(settings()), { mapped: [], linked, onRead: () => undefined });

  test.each([1, 3, 4, 10, 11, 12, 32, 50, 51, 52, 53, 80])('is refused with the result code %i', async (ended) => {
    code = ended;
    expect(await detailOf(read())).toMatch(/^provider_(?:wrong|unreachable): Corp cannot be queried\./);
    code = 0;
  });

  test('is queried again for linked users that its pages omit', async () => {
    searches = 0;
    expect((await read(['ada', 'bob', 'gone'])).map(({ id }) => id)).toEqual(['ada', 'bob']);
    expect(searches).toBe(2);
  });
});
