import { limits, type NameInFiles, type PlannedCall } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { operator, signedInAlways, type TestInput, type TestLicet, testLicet } from '../testing.ts';

describe('names in a plan', () => {
  let licet: TestLicet;
  let key: string;
  let owner: Caller & { readonly kind: 'user' };
  beforeAll(async () => {
    licet = await testLicet();
    const made = await licet.owned();
    key = made.key;
    owner = made.owner;
  });
  afterAll(() => licet.close());

  interface Step extends TestInput {
    readonly call: PlannedCall;
  }
  interface Applied {
    readonly set?: string;
    readonly acceptMoved?: number;
  }
  const find = (caller: Caller, names: readonly NameInFiles[], set = 'files') =>
    licet.call('plans.names', caller, { body: { set, names } }).then(({ items }) => items);
  const apply = (caller: Caller, names: readonly NameInFiles[], { set = 'files', ...more }: Applied = {}) =>
    licet.call('plans.apply', caller, { body: { changes: [], set, names, ...more } });
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: { problem: { code: string } }) => error.problem.code,
    );
  const client = async (name: string) =>
    (await licet.call('clients.create', owner, { params: { application: key }, body: { name, kind: 'service' } }))
      .client.id;
  const rename = (id: string, name: string) =>
    licet.call('clients.update', owner, { params: { application: key, client: id }, body: { name } });
  const named = (name: string, id: string | null): NameInFiles => ({ kind: 'client', application: key, name, id });
  const lastChange = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no;

  describe('a name that a set of files uses', () => {
    test('is reported as new until the set is applied with that name', async () => {
      const id = await client('Nightly');
      expect(await find(licet.admin, [named('Nightly', id)])).toEqual([
        { place: 0, why: 'new', since: null, before: null },
      ]);
      await apply(licet.freshAdmin, [named('Nightly', id)]);
      expect(await find(licet.admin, [named('Nightly', id)])).toEqual([]);
      expect(await find(licet.admin, [named('Nightly', id)], 'others')).toMatchObject([{ why: 'new' }]);
      const [event] = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items;
      expect(event).toMatchObject({ action: 'plan.applied', after: { changes: 0, names: 1, set: 'files' } });
    });

    test('is refused after another client takes it until a user accepts this, and again after the next swap', async () => {
      const [first, second, third] = [await client('Job'), await client('Other'), await client('Third')];
      await apply(licet.freshAdmin, [named('Job', first)]);
      await rename(first, 'Job old');
      await rename(second, 'Job');
      const since = await lastChange();
      const now = [named('Job', second)];
      expect(await find(licet.admin, now)).toEqual([{ place: 0, why: 'moved', since, before: 'Job old' }]);
      const refusal = await apply(licet.freshAdmin, now).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        problem: {
          code: 'name_moved',
          detail: `Since change ${since}, another client has the name ${key}/Job. The client that these files refer to is now called Job old.`,
          reason: 'name_of_another',
          values: { kind: 'client', name: `${key}/Job`, now: 'Job old', event: since },
          errors: [{ pointer: '/names/0', reason: 'name_of_another', values: { now: 'Job old' } }],
        },
      });
      expect(await refusalOf(apply(licet.freshAdmin, now, { acceptMoved: (since ?? 0) - 1 }))).toBe('name_moved');
      expect(await refusalOf(apply(licet.freshAdmin, now, { acceptMoved: since ?? 0 }))).toBe('ok');
      const [event] = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items;
      expect(event).toMatchObject({ after: { accepted: { clients: [`${key}/Job`] } } });
      expect(await find(licet.admin, now)).toEqual([]);
      // The acceptance covers only this change of the name, not the next one.
      await rename(second, 'Job older');
      await rename(third, 'Job');
      expect(await refusalOf(apply(licet.freshAdmin, [named('Job', third)], { acceptMoved: since ?? 0 }))).toBe(
        'name_moved',
      );
    });

    test('is reported when two clients swap names, even if the set already used both', async () => {
      const [one, two] = [await client('One'), await client('Two')];
      await apply(licet.freshAdmin, [named('One', one), named('Two', two)]);
      await rename(one, 'Between');
      await rename(two, 'One');
      await rename(one, 'Two');
      expect(await find(licet.admin, [named('One', two), named('Two', one)])).toMatchObject([
        { place: 0, why: 'moved', before: 'Two' },
        { place: 1, why: 'moved', before: 'One' },
      ]);
    });

    test('is reported at its first use if another object had the name before', async () => {
      const first = await client('First');
      await rename(first, 'Was first');
      const second = await client('First');
      expect(await find(licet.admin, [named('First', second)], 'fresh')).toMatchObject([
        { why: 'moved', before: 'Was first' },
      ]);
      await licet.call('clients.remove', owner, { params: { application: key, client: first } });
      expect(await find(licet.admin, [named('First', second)], 'fresh')).toMatchObject([
        { why: 'moved', before: null },
      ]);

      const again = await licet.owned();
      const application = again.key;
      const body = { name: 'Job', kind: 'service' };
      await licet.call('clients.create', again.owner, { params: { application }, body });
      const app: NameInFiles = { kind: 'application', name: application, id: null };
      expect(await find(licet.admin, [app], 'fresh')).toMatchObject([{ why: 'new' }]);
      await licet.call('applications.remove', licet.freshAdmin, { params: { application } });
      await licet.call('applications.create', licet.admin, { body: { id: application, name: 'Again' } });
      const { client: other } = await licet.call('clients.create', licet.admin, { params: { application }, body });
      expect(
        await find(licet.admin, [app, { kind: 'client', application, name: 'Job', id: other.id }], 'fresh'),
      ).toMatchObject([
        { place: 0, why: 'moved', before: null },
        { place: 1, why: 'moved', before: null },
      ]);
    });

    test('is reported with the new name after a rename, and as new after a deletion', async () => {
      const group = await licet.call('groups.create', licet.admin, { body: { name: 'Counter' } });
      const body = { name: 'Desk' };
      await licet.call('groups.update', licet.admin, { params: { group: group.id }, body });
      const since = await lastChange();
      const absent: NameInFiles[] = [{ kind: 'group', name: 'COUNTER', id: null }];
      expect(await find(licet.admin, absent)).toEqual([{ place: 0, why: 'renamed', since, before: 'Desk' }]);
      expect(await refusalOf(apply(licet.freshAdmin, absent))).toBe('name_moved');
      const making = { changes: [{ call: 'groups.create', body: { name: 'Counter' } }] as Step[] };
      const { digest } = await licet.call('plans.make', licet.admin, { body: making });
      const all = { body: { ...making, digest, set: 'files', names: absent } };
      expect(await licet.outcome('plans.apply', licet.freshAdmin, all)).toBe('name_moved');
      expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { ...all.body, acceptMoved: since } })).toBe(
        'ok',
      );
      const { items } = await licet.call('groups.list', licet.admin, { query: { q: 'Counter' } });
      expect(await find(licet.admin, [{ kind: 'group', name: 'Counter', id: items[0]?.id ?? '' }])).toEqual([]);
      await licet.call('groups.remove', licet.freshAdmin, { params: { group: items[0]?.id ?? '' } });
      expect(await find(licet.admin, [{ kind: 'group', name: 'Counter', id: null }])).toMatchObject([{ why: 'new' }]);
    });

    test('is bound to the user’s id regardless of case if it names a user, and is deleted on erasure', async () => {
      const create = (username: string) => licet.call('users.create', licet.admin, { body: { username, name: 'Kim' } });
      const kim = await create('kim');
      await apply(licet.freshAdmin, [{ kind: 'user', name: 'Kim', id: kim.id }]);
      await licet.call('users.remove', licet.freshAdmin, { params: { user: kim.id } });
      const other = await create('KIM');
      expect(await find(licet.admin, [{ kind: 'user', name: 'kim', id: other.id }])).toMatchObject([
        { why: 'moved', before: null },
      ]);
      await licet.call('users.erase', licet.freshAdmin, { params: { user: kim.id }, body: {} });
      const { rows } = await licet.database.pool.query('select name from set_names where thing_id = $1', [kim.id]);
      expect(rows).toEqual([]);
    });

    test('makes the plan outdated if another object took it after the files were read', async () => {
      const [first, second] = [await client('Raced'), await client('Racing')];
      await rename(first, 'Raced away');
      await rename(second, 'Raced');
      const read = [named('Raced', first)];
      expect(await licet.outcome('plans.names', licet.admin, { body: { names: read } })).toBe('plan_moved');
      expect(await refusalOf(apply(licet.freshAdmin, read, { acceptMoved: 1_000_000 }))).toBe('plan_moved');
    });
  });

  describe('the meaning of a name in a set', () => {
    test('changes for all callers if the operator accepts the change, but only for an owner if that owner accepts it', async () => {
      const [first, second] = [await client('Owned'), await client('Thief')];
      const program = await signedInAlways(licet.database, await licet.user('applications.read', 'groups.manage'));
      await apply(program, [named('Owned', first)]);
      await rename(first, 'Owned old');
      await rename(second, 'Owned');
      const since = (await lastChange()) ?? 0;
      const now = [named('Owned', second)];
      // The owner of the application applies a plan under the same set name. Their acceptance does not count for other
      // users.
      const thief = await signedInAlways(licet.database, owner);
      expect(await refusalOf(apply(thief, now, { acceptMoved: since }))).toBe('ok');
      for (const caller of [program, licet.freshAdmin, operator])
        expect(await refusalOf(apply(caller, now))).toBe('name_moved');
      expect(await refusalOf(apply(operator, now, { acceptMoved: since }))).toBe('ok');
      expect(await refusalOf(apply(program, now))).toBe('ok');
      await rename(second, 'Owned by a thief');
      await rename(first, 'Owned');
      const back = [named('Owned', first)];
      const acceptMoved = (await lastChange()) ?? 0;
      expect(await refusalOf(apply(thief, back, { acceptMoved }))).toBe('ok');
      expect(await refusalOf(apply(program, back))).toBe('name_moved');
      expect(await refusalOf(apply(licet.freshAdmin, back, { acceptMoved }))).toBe('ok');
      expect(await refusalOf(apply(program, back))).toBe('ok');
    });

    test('is checked in both of two simultaneous attempts to apply, on two servers', async () => {
      const [first, second] = [await client('Twice'), await client('Twice other')];
      await apply(licet.freshAdmin, [named('Twice', first)]);
      await rename(first, 'Twice old');
      await rename(second, 'Twice');
      const another = licet.anotherServer();
      const body = { changes: [], set: 'files', names: [named('Twice', second)] };
      try {
        const outcomes = [licet.outcome, another.outcome].map((on) => on('plans.apply', licet.freshAdmin, { body }));
        expect(await Promise.all(outcomes)).toEqual(['name_moved', 'name_moved']);
      } finally {
        await another.close();
      }
    });

    test('reveals nothing that is hidden from the caller', async () => {
      const id = await client('Hidden');
      await rename(id, 'Hidden 2');
      const group = await licet.call('groups.create', licet.admin, { body: { name: 'Hidden' } });
      const names: NameInFiles[] = [
        named('Hidden', null),
        { kind: 'group', name: 'Hidden', id: group.id },
        { kind: 'user', name: 'ada', id: null },
        { kind: 'application', name: key, id: null },
      ];
      expect(await find(await licet.user(), names)).toEqual([]);
      const before = await lastChange();
      for (const caller of [await licet.user(), await licet.user('applications.read', 'users.read', 'access.read')])
        expect(await refusalOf(apply(caller, names))).toBe('forbidden');
      expect(await lastChange()).toBe((before ?? 0) + 2);
    });
  });

  test('a plan is refused for a new application with the same identifier', async () => {
    const { key: application } = await licet.owned();
    const params = { application };
    const changes = [{ call: 'permissions.create', params, body: { name: 'pay' } }];
    const { digest } = await licet.call('plans.make', licet.admin, { body: { changes } });
    await licet.call('applications.remove', licet.freshAdmin, { params });
    await licet.call('applications.create', licet.admin, { body: { id: application, name: application } });
    expect(await licet.outcome('plans.apply', licet.freshAdmin, { body: { changes, digest } })).toBe('plan_moved');
  });

  test('an empty plan and changes without a digest are refused', async () => {
    const changes = [{ call: 'groups.create', body: { name: 'No digest' } }];
    for (const body of [{ changes: [] }, { changes }, { changes, names: [named('Twice', null), named('Twice', null)] }])
      expect(await licet.outcome('plans.apply', licet.freshAdmin, { body })).toBe('invalid_request');
  });
});

describe('very many names', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('the event of a plan lists only the first of very many accepted names', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    const names: NameInFiles[] = [];
    for (let n = 0; n < 150; n += 1) {
      const name = `${'x'.repeat(240)}-${n}`;
      const create = () => licet.call('roles.create', owner, { params, body: { name } });
      const { id: role } = await create();
      await licet.call('roles.remove', owner, { params: { application, role } });
      const { id } = await create();
      names.push({ kind: 'role', application, name, id });
    }
    const acceptMoved = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no;
    await licet.call('plans.apply', owner, { body: { changes: [], set: 'files', names, acceptMoved } });
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    const after = items[0]?.after as { accepted?: { roles?: string[] } } | undefined;
    const roles = after?.accepted?.roles ?? [];
    expect(roles.join('').length).toBeLessThan(limits.eventNamesMax.value + 100);
    expect(roles.at(-1)).toMatch(/^and \d+ more$/);
  });
});
