// @vitest-environment jsdom
import type { OwnCredentials } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { linkedWords as words } from './words.ts';

vi.mock('../../session/client.ts', () => ({ client: {} }));
vi.mock('@tanstack/react-router', () => ({
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useNavigate: () => () => undefined,
}));

it('where an account is linked already it offers another one', async () => {
  const [here, other] = ['Corp', 'Other Licet'].map((name) => ({ id: name, name, kind: 'openid' }));
  const identity = { id: 'i', name: 'anna', connection: other, linkedAt: '2026-11-22T12:00:00.000Z' };
  const own = { identities: [identity], linkable: [here, other], freshUntil: null, provedAt: null };
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <LinkedAccounts own={own as unknown as OwnCredentials} />
    </QueryClientProvider>,
  );
  const offered = [...element.querySelectorAll('button')].map(({ textContent }) => textContent).filter(Boolean);
  expect(offered).toEqual([words.link, words.linkAnother]);
});
