import type { SignInState } from '@licet/client';
import { expect, it, vi } from 'vitest';

const page = vi.hoisted(() => ({
  signInState: { status: 'loading' } as SignInState,
  listeners: new Set<() => void>(),
  sent: [] as string[],
}));
vi.mock('./licet.ts', () => ({
  licet: {
    current: () => page.signInState,
    subscribe: (listener: () => void) => {
      page.listeners.add(listener);
      return () => page.listeners.delete(listener);
    },
    fetch: async (url: string, init: RequestInit) => {
      const { token } = page.signInState as { token: { sub: string } };
      page.sent.push(`${init.method ?? 'GET'} ${url} by ${token.sub}`);
      return Response.json({});
    },
  },
}));
const { client } = await import('./client.ts');

const hold = (next: SignInState) => {
  page.signInState = next;
  for (const listener of [...page.listeners]) listener();
};
const heldBy = (sub: string): SignInState => ({
  status: 'held',
  token: { sub, roles: [], permissions: [], exp: Date.now() / 1000 + 300 },
});
const suspend = (user: string) => client.users.suspend({ params: { user } }).catch((error: unknown) => error);

it('makes a change that waited for a sign-in only if the same user signs in', async () => {
  hold(heldBy('ada'));
  await suspend('1');
  hold({ status: 'signed-out' });
  const again = suspend('2');
  hold(heldBy('ada'));
  await again;
  hold({ status: 'signed-out' });
  const refused = suspend('3');
  hold(heldBy('ben'));
  expect(await refused).toMatchObject({ code: 'signed_out' });
  expect(page.sent.map((line) => line.replace(/\S*\/users\//, ''))).toEqual([
    'POST 1/suspend by ada',
    'POST 2/suspend by ada',
  ]);
});

it('makes a waiting change only in the name of its user if another user’s token arrives at the same time', async () => {
  page.sent.length = 0;
  hold({ status: 'signed-out' });
  const waiting = suspend('4');
  hold(heldBy('ada'));
  hold({ status: 'loading' });
  await Promise.resolve();
  hold(heldBy('ben'));
  expect(await waiting).toMatchObject({ code: 'signed_out' });
  expect(page.sent).toEqual([]);
});
