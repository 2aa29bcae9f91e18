import { type ErrorCode, problemOf } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { prefillQuery } from './prefill.ts';

const refused: Readonly<Record<string, ErrorCode>> = {
  gone: 'not_found',
  hidden: 'forbidden',
  late: 'unavailable',
  out: 'token_expired',
};
const silent = { errors: [], requestId: '', instance: '' };

const asked = vi.hoisted(() => ({ users: [] as string[], groups: [] as string[] }));

vi.mock('../../session/client.ts', () => ({
  client: {
    users: {
      get: async ({ params: { user } }: { params: { user: string } }) => {
        asked.users.push(user);
        if (user in refused) throw new ApiError({ ...problemOf(refused[user] ?? 'internal', 'no'), ...silent });
        return { id: user, name: 'Maya', username: 'maya' };
      },
    },
    clients: {
      list: async () => ({
        items: [
          { id: 'c1', name: 'Nightly job', kind: 'service' },
          { id: 'c2', name: 'Web', kind: 'browser' },
        ],
      }),
    },
    groups: {
      get: async ({ params: { group } }: { params: { group: string } }) => {
        asked.groups.push(group);
        return { id: group, name: 'Finance', members: 3 };
      },
    },
  },
}));

beforeEach(() => {
  asked.users = [];
  asked.groups = [];
});

it('fetches a prefilled group as a group and a prefilled person as a person', async () => {
  const query = prefillQuery('ledger', { to: 'u1', toGroup: 'g1' });
  const { to } = await new QueryClient().fetchQuery(query);
  expect(to.map(({ kind, id }) => [kind, id])).toEqual([
    ['group', 'g1'],
    ['user', 'u1'],
  ]);
  expect(asked).toEqual({ users: ['u1'], groups: ['g1'] });
});

it('prefills a program, but no client of another kind', async () => {
  const { to } = await new QueryClient().fetchQuery(prefillQuery('ledger', { toProgram: 'c1,c2,gone' }));
  expect(to.map(({ kind, id, label }) => [kind, id, label])).toEqual([['client', 'c1', 'Nightly job']]);
});

it('omits missing or hidden users from the prefill, and fails if a user could not be fetched', async () => {
  const { to } = await new QueryClient().fetchQuery(prefillQuery('ledger', { to: 'gone,hidden,u1' }));
  expect(to.map(({ id }) => id)).toEqual(['u1']);
  // If the prefill left these users out, the form would use another draft, and the input from before a sign-in would be
  // lost.
  for (const user of ['late', 'out'])
    await expect(new QueryClient().fetchQuery(prefillQuery('ledger', { to: user })), user).rejects.toThrow(ApiError);
});
