import { type CallId, stateMachines } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertGrant } from '../store/grants/grants.ts';
import { usualRolePolicy } from '../store/role-policies/role-policies.ts';
import { insertUser } from '../store/users/users.ts';
import { asking, type Desk, deskIn, memberOf } from './requests/testing.ts';
import { reviewDeskIn } from './reviews/testing.ts';
import { anonymous, signedInAlways, type TestInput, type TestLicet, testLicet } from './testing.ts';

let licet: TestLicet;
let desk: Desk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await deskIn(licet);
});
afterAll(() => licet.close());

/** An entity in a given state, and the calls whose outcomes are tested on it. */
interface Entity {
  readonly outcomes: Readonly<Partial<Record<CallId, () => Promise<string>>>>;
  readonly state: () => Promise<string>;
}
type States = Readonly<Record<string, () => Promise<Entity>>>;

const call = (id: CallId, caller: Parameters<TestLicet['outcome']>[1], input: TestInput) => () =>
  licet.outcome(id, caller, input);

async function user(password: boolean, ...then: readonly CallId[]): Promise<Entity> {
  const username = `u${Math.random().toString(36).slice(2)}`;
  const { id } = await licet.call('users.create', licet.admin, { body: { username, name: username } });
  const params = { user: id };
  const { url } = await licet.call('users.passwordLink', licet.freshAdmin, { params });
  const token = url.split('#token=')[1] ?? '';
  const entity: Entity = {
    outcomes: {
      'passwords.set': call('passwords.set', anonymous, { body: { token, password: 'nine blue doors in a row' } }),
      'users.suspend': call('users.suspend', licet.admin, { params }),
      'users.reactivate': call('users.reactivate', licet.admin, { params }),
      'users.remove': call('users.remove', licet.admin, { params }),
    },
    state: async () => {
      const { rows } = await licet.database.pool.query(
        `select status from users where id = $1 and no_to = 9223372036854775807`,
        [id],
      );
      return rows[0]?.status ?? 'deleted';
    },
  };
  for (const id of password ? (['passwords.set', ...then] as const) : then)
    expect(await entity.outcomes[id]?.()).toBe('ok');
  return entity;
}

/** Creates a grant that begins now or at `starts`, and ends in two hours. */
async function grant({ starts, revoked = false }: { starts?: string; revoked?: boolean } = {}): Promise<Entity> {
  const { userId } = await licet.user();
  const created = await licet.call('grants.create', desk.owner, {
    params: desk.params,
    body: {
      principal: { kind: 'user', id: userId },
      gives: { kind: 'role', id: desk.roles.reader },
      starts,
      ends: hoursFromNow(2),
    },
  });
  const params = { ...desk.params, grant: created.id };
  const revoke = call('grants.revoke', desk.owner, { params });
  if (revoked) expect(await revoke()).toBe('ok');
  return {
    outcomes: { 'grants.revoke': revoke },
    state: async () => {
      const query = { principal: userId, state: 'scheduled,active,expired,revoked' };
      const { items } = await licet.call('grants.list', desk.owner, { params: desk.params, query });
      return items[0]?.state ?? 'none';
    },
  };
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function request(...then: readonly CallId[]): Promise<Entity> {
  const member = await memberOf(licet, desk.owner, desk.key, desk.roles.reader);
  const body = { ...asking(desk.key), permission: 'refunds.approve' };
  const { id } = await licet.call('requests.ask', member, { body });
  const params = { request: id };
  const entity: Entity = {
    outcomes: {
      'requests.approve': call('requests.approve', desk.owner, { params, body: {} }),
      'requests.deny': call('requests.deny', desk.owner, { params, body: { reason: 'Not today' } }),
      'requests.withdraw': call('requests.withdraw', member, { params }),
    },
    state: async () => (await licet.call('requests.get', member, { params })).state,
  };
  for (const id of then) expect(await entity.outcomes[id]?.()).toBe('ok');
  return entity;
}

const decisions = {
  kept: { decision: 'keep' },
  revoked: { decision: 'revoke' },
  shortened: { decision: 'shorten', ends: hoursFromNow(100 * 24) },
  'handed on': { decision: 'hand on' },
} as const;
type Decided = keyof typeof decisions;

/** A review with a line, or one that was closed. */
async function review(closed = false): Promise<Entity> {
  const reviews = await reviewDeskIn(licet);
  const made = await reviews.open();
  const params = { review: made.id };
  const { digest } = await licet.call('reviews.plan', licet.admin, { params });
  const close = call('reviews.close', licet.admin, { params, body: { digest } });
  if (closed) expect(await close()).toBe('ok');
  return { outcomes: { 'reviews.close': close }, state: async () => (await reviews.get(made)).state };
}

/** A line of a review, decided or not; `next` is a further decision on it. */
async function reviewItem(now: Decided | 'pending', next: Decided): Promise<Entity> {
  const { made, items, expert } = await reviewLines();
  const line = nextLine++;
  const params = { review: made.id };
  const item = async () => (await items(line)) ?? expect.fail(`There is no line ${line}.`);
  const asked = async (id: 'reviews.decide' | 'reviews.undo', body: (version: number) => object) => {
    const { version, state } = await item();
    const caller = state === 'handed on' ? expert : desk.owner;
    const { refused } = await licet.call(id, caller, { params, body: body(version) });
    return refused.length > 0 ? 'wrong_state' : 'ok';
  };
  const decide = (to: Decided) =>
    asked('reviews.decide', (version) => ({
      decisions: [{ line, version, ...decisions[to], ...(to === 'handed on' && { to: expert.userId }) }],
    }));
  if (now !== 'pending') expect(await decide(now)).toBe('ok');
  return {
    outcomes: {
      'reviews.decide': () => decide(next),
      'reviews.undo': () => asked('reviews.undo', (version) => ({ lines: [{ line, version }] })),
    },
    state: async () => (await item()).state,
  };
}

let nextLine = 1;
/** One review with lines for all cases, because opening a review for each case takes longer. */
const reviewLines = once(async () => {
  const reviews = await reviewDeskIn(licet);
  await licet.build(async (change) => {
    const { rows } = await change.connection.query<{ app: string }>('select app_id as app from roles where id = $1', [
      desk.roles.clerk,
    ]);
    for (let count = 0; count < 70; count += 1) {
      const username = `line-${count}`;
      const { id } = await insertUser(change, { username, email: null, name: username, status: 'active' });
      await insertGrant(change, rows[0]?.app ?? '', {
        principal: { kind: 'user', id },
        gives: { kind: 'role', id: desk.roles.clerk },
        starts: change.at,
        ends: null,
        reason: '',
        grantedBy: 'test',
      });
    }
  });
  const scope = { kind: 'role', application: desk.key, role: desk.roles.clerk };
  const made = await reviews.open({ scope });
  const items = async (line: number) => (await reviews.items(made)).find((item) => item.line === line);
  return { made, items, expert: await licet.user() };
});

/** An emergency role, with the result of its review. */
async function emergency(found: 'justified' | 'objected', reviewed = false): Promise<Entity> {
  const taker = await signedInAlways(licet.database, await licet.user());
  const { version: _, ...usual } = usualRolePolicy;
  const breakGlass = { users: [taker.userId], groups: [], seconds: 3600 };
  const params = { ...desk.params, role: desk.roles.clerk };
  await licet.call('roles.setPolicy', desk.owner, { params, body: { ...usual, breakGlass } });
  const body = { application: desk.key, role: 'clerk', reason: 'Nobody answers' };
  const { id } = await licet.call('breakGlass.use', taker, { body });
  const input = { params: { use: id }, body: { found, note: 'Looked at' } };
  const entity: Entity = {
    outcomes: { 'breakGlass.review': call('breakGlass.review', desk.owner, input) },
    state: async () => {
      const { items } = await licet.call('breakGlass.list', taker);
      return items[0]?.state ?? 'none';
    },
  };
  if (reviewed) expect(await entity.outcomes['breakGlass.review']?.()).toBe('ok');
  return entity;
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

let passed = 0;
/** Moves the clock forward by hours; 0 resets it. */
function pass(hours: number): void {
  passed = hours === 0 ? 0 : passed + hours;
  licet.setClock(passed * 3_600_000);
}

/** Creates an entity, and then moves the clock forward by 15 days. */
async function afterwards(entity: Promise<Entity>): Promise<Entity> {
  const made = await entity;
  pass(15 * 24);
  return made;
}

/**
 * Each state of each entity. Some states are reached in two ways, because the result of a call depends on more than the
 * state.
 */
const entities: Readonly<Record<string, States>> = {
  user: {
    invited: () => user(false),
    active: () => user(true),
    suspended: () => user(true, 'users.suspend'),
    'suspended, and never in': () => user(false, 'users.suspend'),
    deleted: () => user(true, 'users.remove'),
  },
  grant: {
    scheduled: () => grant({ starts: hoursFromNow(1) }),
    active: () => grant(),
    expired: () => afterwards(grant()),
    revoked: () => grant({ revoked: true }),
  },
  'access request': {
    pending: () => request(),
    approved: () => request('requests.approve'),
    denied: () => request('requests.deny'),
    withdrawn: () => request('requests.withdraw'),
    expired: () => afterwards(request()),
  },
  'role taken in an emergency': {
    unreviewed: () => emergency('justified'),
    'unreviewed, and wrong': () => emergency('objected'),
    justified: () => emergency('justified', true),
    objected: () => emergency('objected', true),
  },
  review: { open: () => review(), closed: () => review(true) },
  'review item': Object.fromEntries(
    (['pending', 'handed on', 'kept', 'revoked', 'shortened'] as const).flatMap((now) =>
      (Object.keys(decisions) as Decided[])
        .filter((next) => next !== now)
        .map((next, index) => [index === 0 ? now : `${now}, then ${next}`, () => reviewItem(now, next)] as const),
    ),
  ),
};

const machines = stateMachines.filter(({ entity }) => Object.hasOwn(entities, entity));

describe.each(machines)('$entity', ({ entity, initial, transitions }) => {
  const callsOf = [...new Set(transitions.flatMap(({ call }) => call ?? []))];
  const ways = Object.entries(entities[entity] ?? {});
  const walked = new Set<string>();

  test.each(ways.flatMap(([way, make]) => callsOf.map((call) => ({ way, make, call }))))(
    '$way: $call leads to a state that the contract allows, or is refused without a change',
    async ({ way, make, call }) => {
      try {
        const made = await make();
        const from = await made.state();
        expect(way.startsWith(from)).toBe(true);
        const next = transitions.filter((transition) => transition.from === from && transition.call === call);
        const outcome = await made.outcomes[call]?.();
        const to = await made.state();
        if (next.length === 0) {
          expect(['wrong_state', 'not_found', 'link_invalid']).toContain(outcome);
          expect(to).toBe(from);
        } else {
          expect(outcome).toBe('ok');
          expect(next.map((transition) => transition.to)).toContain(to);
          walked.add(`${from} ${call} ${to}`);
        }
      } finally {
        pass(0);
      }
    },
  );

  test.each(ways)('%s: records the transitions that happen over time', async (_, make) => {
    try {
      const made = await make();
      let from = await made.state();
      for (const hours of [1.5, 16 * 24]) {
        pass(hours);
        const to = await made.state();
        if (to !== from) walked.add(`${from} in time ${to}`);
        from = to;
      }
    } finally {
      pass(0);
    }
  });

  test('the tests begin in every state, and cover exactly the transitions of the contract', () => {
    const states = new Set([...initial.split(' or '), ...transitions.flatMap(({ from, to }) => [from, to])]);
    expect([...states].filter((state) => !ways.some(([way]) => way === state))).toEqual([]);
    const all = transitions.map(({ from, call = 'in time', to }) => `${from} ${call} ${to}`);
    expect([...walked].sort()).toEqual(all.sort());
  });
});
