// @vitest-environment jsdom
import type { ReviewItem } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { linesQuery } from './queries.ts';
import { useDeciding } from './use-deciding.ts';

interface Sent {
  readonly body: { readonly decisions: readonly { readonly line: number; readonly version: number }[] };
}
const sent: { versions: number[]; answer: (version: number) => void }[] = [];

vi.mock('../../session/client.ts', () => {
  const answered = ({ body }: Sent) =>
    new Promise((resolve) =>
      sent.push({
        versions: body.decisions.map(({ version }) => version),
        answer: (version) => resolve({ items: body.decisions.map(({ line }) => item(line, version)), refused: [] }),
      }),
    );
  return { client: { reviews: { decide: answered } } };
});

const item = (line: number, version: number) =>
  ({ line, version, state: 'pending', holder: { name: 'Maya' }, by: '', reason: '', handedTo: null }) as ReviewItem;

/** Renders the lines in the given version to a reviewer who can decide and receive newer versions. */
async function deciding(version: number) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const see = (next: number) => queryClient.setQueryData(linesQuery('r').queryKey, [item(1, next)]);
  see(version);
  let decide: ReturnType<typeof useDeciding>['decide'] = () => undefined;
  function Reviewer(): ReactNode {
    decide = useDeciding('r').decide;
    return null;
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <Reviewer />
    </QueryClientProvider>,
  );
  const requests = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));
  return { see, keep: () => act(async () => decide([1], { decision: 'keep' })), requests };
}

it('a decision is sent with the version on the screen or of the viewer’s last decision, never with a newer one', async () => {
  const { see, keep, requests } = await deciding(1);
  await keep();
  await keep();
  await requests(1);
  see(7);
  await act(async () => sent[0]?.answer(2));
  await requests(2);
  expect(sent.map(({ versions }) => versions)).toEqual([[1], [2]]);
});
