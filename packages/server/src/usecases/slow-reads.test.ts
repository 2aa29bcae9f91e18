import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { rolesInEachOther } from './large-roles.testing.ts';
import { callerOf, type TestLicet, testLicet } from './testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

async function application() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const { id } = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [] } });
  return { owner, params, use: () => licet.call('roles.use', owner, { params, query: { roles: id } }) };
}

/** Runs `work` while calls that read a table wait for it. The use of roles is in `usage_days`. */
async function whileReadsWait(
  work: (waiting: () => Promise<number>) => Promise<void>,
  table = 'usage_days',
): Promise<void> {
  const connection = await licet.database.connect();
  await connection.query(`begin; lock table ${table} in access exclusive mode`);
  const waiting = async () => {
    const { rowCount } = await licet.database.pool.query(
      'select from pg_locks where relation = $1::regclass and not granted',
      [table],
    );
    return rowCount ?? 0;
  };
  try {
    await work(waiting);
  } finally {
    await connection.query('commit');
    connection.release();
  }
}

test('a slow answer is refused if its caller was suspended while it waited for its turn', async () => {
  const { owner, use } = await application();
  let last: Promise<unknown> = Promise.resolve();
  await whileReadsWait(async (waiting) => {
    use().catch(() => undefined);
    await expect.poll(waiting).toBe(1);
    last = use().catch((error: unknown) => (error instanceof Refusal ? error.problem.code : error));
    await licet.call('users.suspend', licet.freshAdmin, { params: { user: owner.userId } });
  });
  expect(await last).toBe('unauthenticated');
});

test('an export is refused if its caller was suspended while it waited for its turn', async () => {
  const auditors = await Promise.all([1, 2, 3].map(() => licet.user('audit.read')));
  const exports = async (auditor: (typeof auditors)[number]) => {
    let text = '';
    const lines = await licet.call('audit.exportSignIns', auditor, { query: {} });
    for await (const piece of lines) text += piece;
    return text;
  };
  const [first, second, last] = auditors;
  if (!first || !second || !last) throw new Error('There are three auditors.');
  let answer: Promise<unknown> = Promise.resolve();
  const others: Promise<unknown>[] = [];
  await whileReadsWait(async (waiting) => {
    others.push(exports(first), exports(second));
    await expect.poll(waiting).toBe(2);
    answer = exports(last).catch((error: unknown) => (error instanceof Refusal ? error.problem.code : error));
    await licet.call('users.suspend', licet.freshAdmin, { params: { user: last.userId } });
    expect(await waiting()).toBe(2);
  }, 'sign_ins');
  expect(await answer).toBe('unauthenticated');
  await Promise.all(others);
});

test('slow calls of one caller leave a slot for other callers', async () => {
  const [one, other] = [await application(), await application()];
  const reads: Promise<unknown>[] = [];
  await whileReadsWait(async (waiting) => {
    for (let n = 0; n < 4; n += 1) reads.push(one.use());
    await expect.poll(waiting).toBe(1);
    const { points } = await licet.call('applications.accessSeries', other.owner, { params: other.params });
    expect(points.length).toBeGreaterThan(0);
    expect(await waiting()).toBe(1);
  });
  await Promise.all(reads);
});

test('calls that decide on many permissions hold two database connections, however many there are', async () => {
  const owners = await Promise.all(
    [1, 2, 3].map(async () => {
      const { key, owner } = await licet.owned();
      const params = { application: key };
      const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
      await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [id] } });
      return { params, tab: callerOf(owner.userId, key) };
    }),
  );
  const body = { permissions: ['read'] };
  let decided: Promise<unknown>[] = [];
  await whileReadsWait(async (waiting) => {
    decided = owners.flatMap(({ params, tab }) =>
      [1, 2, 3, 4].map(() => licet.call('me.decisions', tab, { params, body })),
    );
    await expect.poll(waiting).toBe(2);
    await licet.call('groups.list', licet.admin);
    expect(await waiting()).toBe(2);
  }, 'requests');
  expect(await Promise.all(decided)).toHaveLength(12);
});

test('refusals of one question each hold four connections, however many there are, and a permitted decision waits for none of them', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const role = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [id] } });
  const [holder, ...others] = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => licet.user()));
  await licet.call('grants.create', owner, {
    params,
    body: { principal: { kind: 'user', id: holder?.userId ?? '' }, gives: { kind: 'role', id: role.id } },
  });
  const query = { permission: 'read' };
  const ask = (userId = '') => licet.call('me.decision', callerOf(userId, key), { params, query });
  let refused: ReturnType<typeof ask>[] = [];
  await whileReadsWait(async (waiting) => {
    refused = others.flatMap(({ userId }) => [ask(userId), ask(userId)]);
    await expect.poll(waiting).toBe(4);
    expect(await ask(holder?.userId)).toMatchObject({ permitted: true });
    expect(await waiting()).toBe(4);
  }, 'break_glass');
  for (const decision of await Promise.all(refused))
    expect(decision).toMatchObject({ permitted: false, roles: [{ name: 'reader' }] });
});

test('a refusal waits for its turn in a large application as well, and is then computed for the present', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const role = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [id] } });
  await licet.build((change) => rolesInEachOther(change, { application: key, roles: 70, base: role.id }));
  const { userId } = await licet.user();
  const ask = () => licet.call('me.decision', callerOf(userId, key), { params, query: { permission: 'read' } });
  const asked: ReturnType<typeof ask>[] = [];
  await whileReadsWait(async (waiting) => {
    asked.push(ask(), ask());
    await expect.poll(waiting).toBe(2);
    asked.push(ask());
    await licet.call('roles.update', owner, {
      params: { ...params, role: role.id },
      body: { title: 'Reader' },
      ifMatch: role.version,
    });
  }, 'break_glass');
  const [first, , last] = await Promise.all(asked);
  expect(first?.roles[0]).toMatchObject({ name: 'reader', title: '' });
  expect(last?.roles[0]).toMatchObject({ name: 'reader', title: 'Reader' });
});

test('permitted decisions in a large application leave connections to others', async () => {
  const apps = await Promise.all([1, 2].map(() => licet.owned()));
  const members = await Promise.all([1, 2].map(() => licet.user()));
  const [large, small] = await Promise.all(
    apps.map(async ({ key, owner }) => {
      const params = { application: key };
      const { id } = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
      const role = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [id] } });
      for (const { userId } of members)
        await licet.call('grants.create', owner, {
          params,
          body: { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role.id } },
        });
      return { key, role: role.id };
    }),
  );
  if (!large || !small) throw new Error('There are two applications.');
  await licet.build((change) => rolesInEachOther(change, { application: large.key, roles: 300, base: large.role }));
  await licet.database.pool.query('analyze');
  const ask = (userId: string, application: string) =>
    licet.call('me.decision', callerOf(userId, application), {
      params: { application },
      query: { permission: 'read' },
    });
  /** Asks ten times at the same moment, and returns the number of answers in the small application meanwhile. */
  const answersDuring = async () => {
    let done = 0;
    const asked = members
      .flatMap(({ userId }) => Array.from({ length: 5 }, () => ask(userId, large.key)))
      .map((answer) => answer.finally(() => (done += 1)));
    let between = 0;
    while (done < asked.length) {
      await ask(members[0]?.userId ?? '', small.key);
      if (done < asked.length) between += 1;
    }
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ permitted: true });
    return between;
  };
  // If the large decisions hold all connections, each answer waits until one of them ends.
  expect(await answersDuring()).toBeGreaterThan(10);
  expect(await answersDuring()).toBeGreaterThan(10);
});
