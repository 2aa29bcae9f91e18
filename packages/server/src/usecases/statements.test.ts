import { type CallId, callList, licetApplication } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../live/live.testing.ts';
import { writeStatementsDown } from '../store/statements.testing.ts';
import type { Caller } from './context.ts';
import { anonymous, type TestInput, type TestLicet, testLicet } from './testing.ts';
import { buildWorld, type World } from './testing.world.ts';

// Limits the SQL statements of each reading call, from authorising its caller to its answer. Verifying the token takes
// one more statement before, and verifying the proof of its key another. A failing test lists the statements.

let licet: TestLicet;
let world: World;
/** The number of a change set that was applied. */
let changeSet: number;
let written: ReturnType<typeof writeStatementsDown>;

beforeAll(async () => {
  licet = await testLicet();
  world = await licet.build((change) => buildWorld(change, licet.admin.userId));
  const changes = [{ call: 'groups.create', body: { name: 'Applied' } }];
  const { digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  changeSet = (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
  written = writeStatementsDown(licet.database);
});
afterAll(() => licet.close());

const mostOfRead = 4;

/**
 * The maximum number of SQL statements of calls that combine a lot of data. It includes BEGIN and COMMIT where the parts
 * need one consistent snapshot.
 */
const most: Readonly<Partial<Record<CallId, number>>> = {
  'access.get': 5, // also reads the last use of each permission, which is not a fact
  'access.holders': 5, // also reads when each user last used the permission, which is not a fact
  'applications.roleMatrix': 5, // also reads the roles with a line of an open review
  'me.home': 18,
  'me.inbox': 10,
  'me.get': 5, // also reads whether a mail can be sent
  'me.decision': 8,
  'access.decide': 5, // also reads who decides on a request
  'audit.get': 5, // also reads the origin of the event, which lists leave out
  'credentials.list': 9,
  'reviews.evidence': 10, // reads all lines, and the signing key
  'differences.list': 30, // finds the change of each difference by binary search
  'applications.userMatrix': 9, // reads two thousand users
  'plans.appliedEffects': 8, // reads the affected users, and the differences of those on the page
  'plans.getApplied': 8, // reads its events and their effects, with one statement for each affected application
  'users.duties': 7, // reads facts, reviews, requests, and administrators by the sign-in rules
  'audit.verify': Number.POSITIVE_INFINITY, // reads the whole chain
};

const reads = callList.filter(
  ([, { method, stream, access }]) => method === 'GET' && !stream && access.kind !== 'operator',
);
const asOf = reads.filter(([, { query }]) => query && 'shape' in query && 'at' in (query.shape as object));
const searches = reads.filter(([, { query }]) => query && 'shape' in query && 'q' in (query.shape as object));

describe('a reading call takes few statements', () => {
  test.each(reads)('%s', (id) => expectFew(id, world.inputs(id)));
  test.each(searches)('%s with a search', (id) => {
    const input = world.inputs(id);
    return expectFew(id, { ...input, query: { ...input.query, q: 'a' } });
  });
});

test('the totals of the Inbox take one statement less than its items', () =>
  expectFew('me.inbox', { query: { limit: '0' } }, -1));

// One more statement finds the change number of the instant.
describe('a reading call for an instant takes few statements', () => {
  test.each(asOf)('%s', async (id) => {
    const input = world.inputs(id);
    await expectFew(id, { ...input, query: { ...input.query, at: '2090-01-01T00:00:00Z' } }, 1);
  });
  test('users.list of an application', () =>
    expectFew('users.list', { query: { application: world.key, at: '2090-01-01T00:00:00Z' } }, 1));
});

async function expectFew(id: CallId, input: TestInput, more = 0): Promise<void> {
  const params: Partial<Record<CallId, Readonly<Record<string, string>>>> = {
    'me.accessIn': { application: licetApplication },
    'plans.getApplied': { no: String(changeSet) },
    'plans.appliedEffects': { no: String(changeSet) },
    'plans.appliedEvents': { no: String(changeSet) },
  };
  const asked = params[id] ? { ...input, params: params[id] } : input;
  await licet.call(id, callerOf(id), asked); // some statements are only sent the first time
  written.taken();
  await licet.call(id, callerOf(id), asked);
  const statements = written.taken();
  expect(statements.length, JSON.stringify(statements, null, 2)).toBeLessThanOrEqual((most[id] ?? mostOfRead) + more);
}

function callerOf(id: CallId): Caller {
  const kind = reads.find(([known]) => known === id)?.[1].access.kind;
  if (kind === 'serviceToken') return programOf(world.key);
  return kind === 'anyone' ? anonymous : licet.freshAdmin;
}
