import type { OwnData } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMails } from '../../store/mail/mails.ts';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let helpDesk: Caller & { readonly kind: 'user' };
beforeAll(async () => {
  licet = await testLicet();
  helpDesk = await licet.user('users.read', 'users.manage');
});
afterAll(() => licet.close());

async function linesOf(caller: Caller): Promise<OwnData[]> {
  let text = '';
  for await (const piece of await licet.call('me.download', caller)) text += piece;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnData);
}
const kinds = (lines: readonly OwnData[]) => [...new Set(lines.map(({ kind }) => kind))];

describe('the caller’s own data', () => {
  test('are complete: the account, its access, its mails and its events', async () => {
    const person = await licet.user();
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const role = await licet.call('roles.create', owner, { params, body: { name: 'clerk' } });
    const group = await licet.call('groups.create', licet.admin, { body: { name: 'Readers' } });
    const member = { kind: 'user', id: person.userId };
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: person.userId } });
    const given = { principal: member, gives: { kind: 'role', id: role.id }, reason: 'Needed' };
    await licet.call('grants.create', owner, { params, body: given });
    const asked = { application: 'licet', role: 'auditor', seconds: 3600, reason: 'For the audit' };
    await licet.call('requests.ask', person, { body: asked });
    await licet.build((change) => insertMails(change, [person.userId], { template: 'test', data: {}, usefulFor: 60 }));
    await licet.call('me.update', person, { body: { name: 'Ada Lovelace' } });
    const lines = await linesOf(person);
    expect(kinds(lines)).toEqual(
      expect.arrayContaining(['user', 'credentials', 'group', 'access', 'grant', 'request', 'mail', 'event', 'act']),
    );
    expect(lines[0]).toMatchObject({ kind: 'user', user: { id: person.userId } });
  });

  test('contain no secrets, and of other users only the names', async () => {
    const other = await licet.call('users.create', helpDesk, {
      body: { username: 'someone.else', name: 'Someone Else', email: 'someone.else@example.org' },
    });
    const link = await licet.call('users.passwordLink', helpDesk, { params: { user: other.id } });
    const text = JSON.stringify(await linesOf(helpDesk));
    expect(text).toContain('Someone Else');
    expect(text).not.toContain('someone.else@example.org');
    expect(text).not.toContain(new URL(link.url).hash.slice(1) || link.url);
    expect(text).not.toMatch(/argon2/);
  });

  test('twelve stalled downloads leave database connections for other calls', async () => {
    const person = await licet.user();
    const begun = await Promise.all(
      Array.from({ length: 12 }, async () => (await licet.call('me.download', person))[Symbol.asyncIterator]()),
    );
    for (const reading of begun) expect((await reading.next()).done).toBe(false);
    expect((await licet.call('me.get', person)).user.id).toBe(person.userId);
    for (const reading of begun) await reading.return?.();
  });

  test('contain every line of a long log', async () => {
    const person = await licet.user();
    for (let index = 0; index < 205; index += 1)
      await licet.call('users.update', licet.admin, {
        params: { user: person.userId },
        body: { name: `Name ${index}` },
      });
    const changed = (await linesOf(person)).flatMap((it) =>
      it.kind === 'event' && it.event.action === 'user.changed' ? [it.event.no] : [],
    );
    expect(changed).toHaveLength(205);
    expect(changed).toEqual(changed.toSorted((one, two) => one - two));
  });
});

describe('a request for deletion', () => {
  test('is shown to administrators, recorded, and ends with the user’s deletion or a withdrawal', async () => {
    const person = await licet.user();
    const deletions = async () => (await licet.call('me.home', helpDesk)).deletionsAsked;
    const listed = async () =>
      (await licet.call('users.list', helpDesk, { query: { deletion: 'asked' } })).items.map(({ id }) => id);
    expect(await licet.outcome('me.withdrawDeletion', person)).toBe('wrong_state');
    expect((await licet.call('me.askDeletion', person)).deletionAskedAt).toEqual(expect.any(String));
    expect(await licet.outcome('me.askDeletion', person)).toBe('wrong_state');
    expect([await deletions(), await listed()]).toEqual([1, [person.userId]]);
    expect((await licet.call('me.home', person)).deletionsAsked).toBeNull();
    expect((await licet.call('me.withdrawDeletion', person)).deletionAskedAt).toBeNull();
    expect([await deletions(), await listed()]).toEqual([0, []]);

    const { version } = await licet.call('me.askDeletion', person);
    await licet.call('users.remove', helpDesk, { params: { user: person.userId }, ifMatch: version });
    expect([await deletions(), await listed()]).toEqual([0, []]);
    const { items } = await licet.call('audit.list', licet.admin, { query: { target: person.userId, sort: 'no' } });
    expect(items.map(({ action }) => action).slice(-4)).toEqual([
      'user.deletion_asked',
      'user.deletion_withdrawn',
      'user.deletion_asked',
      'user.deleted',
    ]);
  });

  test('made twice at the same moment is recorded once', async () => {
    const person = await licet.user();
    const outcomes = await Promise.all([1, 2].map(() => licet.outcome('me.askDeletion', person)));
    expect(outcomes.toSorted()).toEqual(['ok', 'wrong_state']);
  });
});
