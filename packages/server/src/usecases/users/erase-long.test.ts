import { erasedName, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, deskIn } from '../requests/testing.ts';
import { callerOf, operator, type TestLicet, testLicet } from '../testing.ts';

describe('erasures of long histories', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  /** Returns the number of characters of the largest answer to a statement during the work. */
  async function largestAnswer(work: () => Promise<unknown>): Promise<number> {
    const connection = await licet.database.pool.connect();
    connection.release();
    const prototype = Object.getPrototypeOf(connection);
    const { query } = prototype;
    let largest = 0;
    prototype.query = function measured(...args: unknown[]) {
      const answer = Reflect.apply(query, this, args);
      if (!(answer instanceof Promise)) return answer;
      return answer.then((result: { readonly rows?: readonly unknown[] }) => {
        largest = Math.max(largest, JSON.stringify(result.rows ?? []).length);
        return result;
      });
    };
    try {
      await work();
    } finally {
      prototype.query = query;
    }
    return largest;
  }

  test('an erasure reads very many long events of a user in parts', async () => {
    const { key: application, owner } = await licet.owned();
    const params = { application };
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) {
      const body = { name: `area-${n}:${'x'.repeat(240)}` };
      ids.push((await licet.call('permissions.create', owner, { params, body })).id);
    }
    const body = { name: 'clerk', permissions: ids };
    const { id: role } = await licet.call('roles.create', owner, { params, body });
    for (const turn of [1, 2]) {
      const changes = Array.from(
        { length: 100 },
        (_, n): PlannedChange => ({
          call: 'roles.update',
          params: { ...params, role },
          body: { title: `Title ${turn} ${n}` },
        }),
      );
      const { digest } = await licet.call('plans.make', owner, { body: { changes } });
      await licet.call('plans.apply', owner, { body: { changes, digest } });
    }
    const user = owner.userId;
    const erase = () => licet.call('users.erase', licet.freshAdmin, { params: { user }, body: {} });
    expect(await largestAnswer(erase)).toBeLessThan(6_000_000);
    const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'role.changed', limit: '1' } });
    expect(items).toMatchObject([{ actor: { name: erasedName } }]);
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('an erasure reads only rows that may name the user', async () => {
    const { userId: user } = await licet.user();
    await licet.database.pool.query(
      `insert into jobs (id, kind, data, due_at) select gen_random_uuid(), 'kept', '{}', 'infinity' from generate_series(1, 100000)`,
    );
    const erase = () => licet.call('users.erase', licet.freshAdmin, { params: { user }, body: {} });
    expect(await largestAnswer(erase)).toBeLessThan(100_000);
  });
});

describe('letters in names that are erased', () => {
  // JavaScript and PostgreSQL write some capital letters differently in lower case: Σ at the end of a word, and İ.

  let licet: TestLicet;
  let desk: Desk;
  beforeAll(async () => {
    licet = await testLicet();
    desk = await deskIn(licet);
  });
  afterAll(() => licet.close());

  async function someoneCalled(name: string) {
    const { userId } = await licet.user();
    await licet.call('me.update', callerOf(userId), { body: { name } });
    return userId;
  }
  const erase = (id: string) => licet.call('users.erase', operator, { params: { user: id } });
  const delegationOf = async (target: string) =>
    (await licet.call('audit.list', licet.admin, { query: { target, action: 'user.delegated' } })).items[0];

  /** Creates a user who has named the given user as deputy. */
  async function delegatorTo(taker: string) {
    const { userId } = await licet.user();
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: userId } });
    const { username } = await licet.call('users.get', licet.admin, { params: { user: taker } });
    const ends = new Date(Date.now() + 86_400_000).toISOString();
    await licet.call('me.delegate', callerOf(userId), { body: { to: username, ends } });
    return userId;
  }

  test.each([
    ['Χρηστος Παπας', 'ΧΡΗΣΤΟΣ ΠΑΠΑΣ'],
    ['ΧΡΗΣΤΟΣ ΠΑΠΑΣ', 'Χρηστος Παπας'],
    ['İbrahim Işık', 'ibrahim Işık'],
  ])('erasing “%s” keeps events that may name another user called “%s”', async (erased, other) => {
    const namesake = await someoneCalled(other);
    const person = await someoneCalled(erased);
    const giver = await delegatorTo(namesake);
    await erase(person);
    expect(await delegationOf(giver)).toMatchObject({ after: { delegate: other } });
    await erase(namesake);
    expect(await delegationOf(giver)).toMatchObject({ after: { delegate: erasedName } });
  });

  test.each([
    ['νικος@firm.example', 'ΝΙΚΟΣ@FIRM.EXAMPLE'],
    ['ΝΙΚΟΣ@firm.example', 'νικος@firm.example'],
    ['ΝΙΚΟΣ@firm.example', 'νικοσ@firm.example'],
  ])('erasing the owner of %s removes %s from others’ texts', async (email, written) => {
    const person = await someoneCalled('Nikos');
    await licet.call('users.update', licet.freshAdmin, { params: { user: person }, body: { email } });
    await licet.database.pool.query(
      `insert into address_states (user_id, address, verified_at) values ($1, $2, now())
     on conflict (user_id) do update set address = excluded.address, verified_at = now()`,
      [person, email],
    );
    const { userId } = await licet.user();
    const grant = await licet.call('grants.create', desk.owner, {
      params: desk.params,
      body: {
        principal: { kind: 'user', id: userId },
        gives: { kind: 'role', id: desk.roles.clerk },
        reason: `Asked by ${written}`,
      },
    });
    await erase(person);
    const reason = `Asked by ${erasedName}`;
    const { items } = await licet.call('audit.list', licet.admin, { query: { target: grant.id, limit: '1' } });
    expect(items[0]).toMatchObject({ after: { reason } });
    const { rows } = await licet.database.pool.query('select reason from grants where id = $1', [grant.id]);
    expect(rows).toEqual([{ reason }]);
  });
});
