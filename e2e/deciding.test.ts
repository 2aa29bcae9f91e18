import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';
import { reviewDecisionCommands } from '../packages/cli/src/commands/review-decisions.ts';
import { licet as commandLine } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';
import type { Requests } from './organisation.ts';

let licet: RunningLicet;
let requests: Requests;
let kwame: string;
beforeAll(async () => {
  const started = await startSample('requests');
  ({ licet, requests } = started);
  kwame = started.organisation.users.get('Kwame Boateng') ?? '';
});
afterAll(() => endAll(licet));

const run = (...args: string[]) => commandLine(args, { ...process.env, LICET_DATA: licet.dataDirectory });
const stateOf = async (name: string) =>
  (await licet.operator.requests.get({ params: { request: requests.get(name) ?? '' } })).state;

test('requests are listed, planned and decided together, and an already decided request is reported', async () => {
  const [maya, ana, rashid] = ['Maya Lindqvist', 'Ana Lucía Quispe Mamani', 'Rashid Karimov'].map(
    (name) => requests.get(name) ?? '',
  );
  const listed = await run('requests', 'list', '--application', 'ledger');
  expect(listed.out).toContain(`maya.lindqvist\tpermission invoices.refund\tledger\tfor 1d\tpending\t`);
  expect(listed.out).not.toContain(rashid);
  const all = [maya ?? '', ana ?? '', rashid ?? ''];
  const planned = await run('requests', 'decide', ...all, '--decision', 'approve');
  expect(planned).toMatchObject({ code: 1 });
  expect(planned.out).toMatch(/maya\.lindqvist, .*: given\n/);
  expect(planned.out).toMatch(/rashid.*: would be refused: /);
  expect(planned.out).toContain('+ invoices.refund');
  expect(await stateOf('Maya Lindqvist')).toBe('pending');
  const done = await run('requests', 'decide', ...all, '--decision', 'approve', '--reason', 'Fine', '--yes');
  expect(done).toMatchObject({ code: 1 });
  expect(done.out).toMatch(/rashid.*: not decided: .+ was declined\./);
  expect([await stateOf('Maya Lindqvist'), await stateOf('Ana Lucía Quispe Mamani')]).toEqual(['approved', 'approved']);
  const yusuf = requests.get('Yusuf Demirtaş') ?? '';
  expect(await run('requests', 'decide', yusuf, '--decision', 'deny', '--yes')).toMatchObject({ code: 2 });
  expect(await stateOf('Yusuf Demirtaş')).toBe('pending');
});

test('a reviewer decides lines by number, a refused line states its reason, and the operator cannot decide', async () => {
  const review = await licet.operator.reviews.open({
    body: {
      name: 'By command',
      scope: { kind: 'application', application: 'ledger' },
      reviewers: { kind: 'users', users: [kwame] },
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      undecided: 'keep',
    },
  });
  const caller = await callerFor(licet.url, usernameOf('Kwame Boateng'));
  const decide = reviewDecisionCommands.find(({ name }) => name === 'reviews decide');
  const decided = async (flags: Readonly<Record<string, string>>) => {
    const said: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const code = await decide?.run({ args: [], flags, positionals: [review.id], client: () => caller });
    write.mockRestore();
    return { code, said: said.join('') };
  };
  expect(await decided({ lines: '1-3', decision: 'revoke', note: 'Not needed' })).toEqual({
    code: 0,
    said: '3 of 3 lines were decided.\n',
  });
  const { items } = await licet.operator.reviews.items({ params: { review: review.id }, query: { limit: 4 } });
  expect(items.map(({ state, note }) => [state, note])).toEqual([
    ...Array(3).fill(['revoked', 'Not needed']),
    ['pending', ''],
  ]);
  const past = await decided({ lines: '4', decision: 'shorten', until: '2020-01-01T00:00:00Z' });
  expect(past).toEqual({
    code: 1,
    said: expect.stringMatching(/^line 4 was not decided: .+\n0 of 1 line was decided/),
  });
  const operator = await run('reviews', 'decide', 'By command', '--lines', '4', '--decision', 'keep');
  expect(operator).toMatchObject({ code: 2, err: expect.stringContaining('needs a signed-in user') });
});
