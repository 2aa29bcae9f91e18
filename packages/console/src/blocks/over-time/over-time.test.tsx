// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { AccessOverTime } from './over-time.tsx';

const asked = vi.hoisted(() => ({ queries: [] as { from: string; to: string }[], people: 0 }));
vi.mock('../../session/client.ts', () => ({
  client: {
    applications: {
      accessSeries: async ({ query }: { query: { from: string; to: string } }) => {
        asked.queries.push(query);
        return { points: [{ day: query.to, people: asked.people }] };
      },
    },
  },
}));
vi.mock('@tanstack/react-router', () => ({ createLink: (anchor: unknown) => anchor }));

async function shown(daysAgo: number, people: number) {
  Object.assign(asked, { queries: [], people });
  const since = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <AccessOverTime application="shop" since={since} />
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await act(async () => new Promise((go) => setTimeout(go, 5)));
    expect(asked.queries).toHaveLength(1);
    if (people > 0 || daysAgo > 3) expect(page.element.querySelector('p, .chart')).not.toBeNull();
  });
  return page.element;
}

it('shows a sentence instead of a chart on the first day, and nothing while no user has access', async () => {
  expect((await shown(0, 0)).textContent).toBe('');
  const page = await shown(0, 2);
  expect(page.textContent).toBe('Access over time2 people have access here.');
  expect(asked.queries[0]?.from).toBe(asked.queries[0]?.to);
});

it('starts the chart at the registration of the application, and offers a year only for older applications', async () => {
  const page = await shown(20, 0);
  const [{ from, to } = { from: '', to: '' }] = asked.queries;
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(20);
  expect(page.textContent).not.toContain('A year');
  expect((await shown(200, 0)).textContent).toContain('A year');
});
