import { limits } from '@licet/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyMany, type BulkChange, canCancel, planOfMany } from './bulk-plan.ts';

interface Sent {
  body: { changes: BulkChange['change'][]; digest?: string };
}
const asked = vi.hoisted(() => ({
  refused: new Map<string, string>(),
  made: [] as Sent['body'][],
  lines: [] as string[],
}));

// The server's answers: refuses the changes of the users in `refused`, with that code.
vi.mock('../../session/client.ts', () => {
  const userOf = (change: { params?: unknown }) => String(Object(change.params).user);
  const refusal = (change: object) => {
    const code = asked.refused.get(userOf(change));
    return code === undefined ? null : { code, title: `Refused: ${code}.`, status: 409 };
  };
  const stream = (lines: readonly object[]) => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return {
    client: {
      plans: {
        make: async ({ body }: Sent) => ({
          steps: body.changes.map((change) => ({ refused: refusal(change), record: null })),
          digest: `of ${body.changes.length}`,
          effects: [],
        }),
        apply: async ({ body }: Sent) => {
          asked.made.push(body);
          return { first: 1, last: body.changes.length };
        },
        makeLong: async ({ body }: { body: string }) => {
          const changes = body
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).change);
          const first = changes.findIndex((change) => refusal(change) !== null);
          return stream([
            { phase: 'checking', done: 1, total: changes.length },
            ...(first < 0 ? [] : [{ refused: { place: first, problem: refusal(changes[first]) } }]),
            { plan: { version: 1, at: '', changes: changes.length, digest: `of ${changes.length}`, notEvaluated: [] } },
          ]);
        },
        applyLong: async ({ body }: { body: string }) => {
          asked.lines = body.trim().split('\n');
          return stream([{ applied: { first: 1, last: 77 } }]);
        },
      },
    },
  };
});

const call = () => ({ signal: new AbortController().signal, onProgress: vi.fn() });
const suspending = (count: number): BulkChange[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `User ${n}`,
    change: { call: 'users.suspend', params: { user: `u${n}` } },
  }));

beforeEach(() => {
  asked.refused.clear();
  asked.made.length = 0;
});

it('leaves out the users whose change is refused, and applies exactly the plan of the others', async () => {
  asked.refused.set('u1', 'last_admin').set('u3', 'wrong_state');
  const plan = await planOfMany(suspending(4), call());
  expect(plan.skipped).toEqual([
    { name: 'User 1', why: 'Refused: last_admin.' },
    { name: 'User 3', why: 'Refused: wrong_state.' },
  ]);
  expect(plan.names).toEqual(['User 0', 'User 2']);
  expect(await applyMany(plan, call())).toBe(2);
  expect(asked.made).toEqual([{ changes: plan.changes, digest: 'of 2' }]);
  expect(canCancel(plan)).toBe(false);
});

it('keeps the refusals if all changes are refused, or if the viewer must sign in again', async () => {
  asked.refused.set('u0', 'wrong_state').set('u1', 'wrong_state');
  expect((await planOfMany(suspending(2), call())).changes).toHaveLength(2);
  asked.refused.clear();
  asked.refused.set('u0', 'sign_in_again');
  const plan = await planOfMany(suspending(2), call());
  expect(plan.skipped).toEqual([]);
  expect(plan.plan.steps[0]?.refused?.code).toBe('sign_in_again');
});

it('sends more changes than one plan can hold as a stream, and reports the progress', async () => {
  const most = limits.planChangesMax.value;
  asked.refused.set('u5', 'wrong_state').set('u900', 'wrong_state');
  const long = call();
  const plan = await planOfMany(suspending(most + 5), long);
  expect(plan.skipped.map(({ name }) => name)).toEqual(['User 5', 'User 900']);
  expect(plan.changes).toHaveLength(most + 3);
  expect(long.onProgress).toHaveBeenCalledWith(expect.objectContaining({ phase: 'checking' }));
  expect(canCancel(plan)).toBe(true);
  expect(await applyMany(plan, long)).toBe(77);
  expect(asked.lines[0]).toBe(JSON.stringify({ apply: { digest: `of ${most + 3}` } }));
  expect(asked.lines).toHaveLength(most + 4);
});
