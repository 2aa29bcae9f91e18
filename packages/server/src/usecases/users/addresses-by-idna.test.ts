import { calls, type DirectoryProgress } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUser } from '../../store/users/users.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let made = 0;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const body = (email: string) => ({ username: `idna-${++made}`, name: 'A person', email });
const create = (email: string) => licet.call('users.create', licet.admin, { body: body(email) });
const taken = (email: string) => licet.outcome('users.create', licet.admin, { body: body(email) });

test('treats addresses with the Unicode and the ASCII form of a domain as the same address', async () => {
  const { id } = await create('x@bücher.example');
  for (const other of [
    'x@xn--bcher-kva.example',
    'X@BÜCHER.Example',
    'x@bu\u0308cher.example',
    'x@xn--BCHER-kva.example',
  ])
    expect(await taken(other), other).toBe('name_taken');
  expect(await taken('x@bucher.example')).toBe('ok');
  const plan = await licet.call('plans.make', licet.admin, {
    body: { changes: [{ call: 'users.create', body: body('x@xn--bcher-kva.example') }] },
  });
  expect(plan.steps[0]?.refused).toMatchObject({ code: 'name_taken' });
  await licet.build(async (change) => expect((await findUser(change, id))?.email).toBe('x@bücher.example'));
});

test('only one of many simultaneous creations on two servers succeeds, whichever form of the address each uses', async () => {
  const another = licet.anotherServer();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, no) => {
      const email = no % 2 === 0 ? 'race@bücher.example' : 'race@xn--bcher-kva.example';
      const on = no % 3 === 0 ? another : licet;
      return on.outcome('users.create', licet.admin, { body: body(email) });
    }),
  );
  await another.close();
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('a search finds an address in either form of its domain', async () => {
  const unicode = await create('suche@größe.example');
  const ascii = await create('suche@xn--mller-kva.example');
  const found = async (q: string) => {
    const { items } = await licet.call('users.list', licet.admin, { query: { q } });
    return items.map(({ id }) => id).sort();
  };
  for (const q of [
    'suche@größe.example',
    'suche@xn--gre-6ka8i.example',
    '<suche@GRÖẞE.example>',
    'grösse.example',
    'suche größe.example',
  ])
    expect(await found(q), q).toEqual([unicode.id]);
  for (const q of ['suche@müller.example', 'xn--mller-kva.example', 'müller.example', 'mailto:suche@müller.example'])
    expect(await found(q), q).toEqual([ascii.id]);
});

test('an import leaves out a user whose address exists in the other form', async () => {
  await create('there@bücher.example');
  const line = (username: string, email: string) => ({
    user: { username, email, name: username, suspended: false, groups: [], roles: [] },
  });
  const sent = async (...lines: object[]) => {
    const end = { end: { system: 'keycloak', digest: '0'.repeat(64), leftOut: 0 } };
    const text = [...lines, end].map((each) => JSON.stringify(each)).join('\n');
    const stream = await licet.call('operator.importDirectory', operator, { body: text, query: {} });
    let answer = '';
    for await (const piece of stream) answer += piece;
    return JSON.parse(answer.trim().split('\n').at(-1) ?? '') as DirectoryProgress & { report?: object };
  };
  const { report } = await sent(
    line('idna-left', 'there@xn--bcher-kva.example'),
    line('idna-new', 'new@bücher.example'),
  );
  expect(report).toMatchObject({ users: { made: 1 }, leftOut: [{ names: ['idna-left'] }] });
  await expect(
    sent(line('idna-a', 'twice@bücher.example'), line('idna-b', 'twice@xn--bcher-kva.example')),
  ).rejects.toMatchObject({ problem: { errors: [{ reason: 'directory_email_repeated' }] } });
});

test('sign-in rules and connections accept domains in both forms, and store the ASCII one', async () => {
  const { version, secondFactor: _, ...rules } = await licet.call('policy.get', licet.admin, {});
  const change = (emailDomains: string[]) =>
    licet.call('policy.update', licet.freshAdmin, {
      body: { ...rules, secondFactor: [], emailDomains },
      ifMatch: version,
    });
  const after = await change(['Bücher.example', 'example.org']);
  expect(after.emailDomains).toEqual(['xn--bcher-kva.example', 'example.org']);
  expect(await taken('allowed@bücher.example')).toBe('ok');
  expect(await taken('allowed2@xn--bcher-kva.example')).toBe('ok');
  const refused = licet.call('users.create', licet.admin, { body: body('y@müller.example') });
  await expect(refused).rejects.toMatchObject({
    problem: {
      errors: [{ detail: 'E-mail addresses must be at bücher.example and example.org, not at müller.example.' }],
    },
  });
  // Simulates an earlier version, which stored the domain as typed.
  await licet.database.pool.query(
    `update policies set email_domains = '{bücher.example}' where no_to = 9223372036854775807`,
  );
  expect(await taken('allowed3@xn--bcher-kva.example')).toBe('ok');
  const shown = calls.policy.get.reply.parse(await licet.call('policy.get', licet.admin, {}));
  expect(shown.emailDomains).toEqual(['xn--bcher-kva.example']);
});
