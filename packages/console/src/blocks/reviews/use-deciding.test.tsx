// @vitest-environment jsdom
import type { ReviewItem } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { linesQuery } from './queries.ts';
import { useDeciding } from './use-deciding.ts';

interface Line {
  readonly line: number;
  readonly version: number;
}
interface Sent {
  readonly call: 'decide' | 'undo';
  readonly versions: readonly number[];
  /**
   * Answers with this version for each line. Refuses the lines with a reason in `why`, and returns their current state.
   */
  readonly answer: (version: number, why?: Readonly<Record<number, string>>) => void;
  readonly fail: () => void;
}
const sent: Sent[] = [];
beforeEach(() => {
  sent.length = 0;
});

vi.mock('../../session/client.ts', () => {
  const answered = (call: Sent['call'], lines: readonly Line[]) =>
    new Promise((resolve, reject) =>
      sent.push({
        call,
        versions: lines.map(({ version }) => version),
        // The server also returns the refused lines that the reviewer may decide.
        answer: (version, why = {}) =>
          resolve({
            items: lines.map(({ line }) => item(line, version)),
            refused: lines.filter(({ line }) => why[line]).map(({ line }) => ({ line, why: why[line], detail: '' })),
          }),
        fail: () => reject(new TypeError('Failed to fetch')),
      }),
    );
  const decide = ({ body }: { body: { decisions: readonly Line[] } }) => answered('decide', body.decisions);
  const undo = ({ body }: { body: { lines: readonly Line[] } }) => answered('undo', body.lines);
  return { client: { reviews: { decide, undo } } };
});

const item = (line: number, version: number) =>
  ({ line, version, state: 'pending', holder: { name: 'Maya' }, by: '', reason: '', note: '' }) as ReviewItem;

/** Renders the lines in the given version to a reviewer who can decide and receive newer versions. */
async function deciding(version: number, lines: readonly number[] = [1]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const see = (next: number) =>
    queryClient.setQueryData(
      linesQuery('r').queryKey,
      lines.map((line) => item(line, next)),
    );
  see(version);
  let hook: ReturnType<typeof useDeciding> | undefined;
  function Reviewer(): ReactNode {
    hook = useDeciding('r');
    return null;
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <Reviewer />
    </QueryClientProvider>,
  );
  if (!hook) throw new Error('The hook was not rendered.');
  const { decide, takeBack } = hook;
  return {
    see,
    keep: () => act(async () => decide(lines, { decision: 'keep' })),
    revoke: () => act(async () => decide(lines, { decision: 'revoke' })),
    takeBack: (made: ReturnType<typeof decide>) => act(async () => takeBack(made)),
    requests: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)),
    answer: (at: number, ...given: Parameters<Sent['answer']>) => act(async () => sent[at]?.answer(...given)),
  };
}

const sentVersions = () => sent.map(({ versions }) => versions);

it('a decision is sent with the version on the screen or the version that the viewer’s last decision made, never a newer one', async () => {
  const { see, keep, requests, answer } = await deciding(1);
  await keep();
  await keep();
  await requests(1);
  see(7);
  await answer(0, 2);
  await requests(2);
  expect(sentVersions()).toEqual([[1], [2]]);
});

it('a queued decision is sent with the shown version if the decision before it was refused', async () => {
  const { keep, revoke, requests, answer } = await deciding(1);
  await keep();
  await revoke();
  await requests(1);
  await answer(0, 2, { 1: 'changed' });
  await requests(2);
  expect(sentVersions()).toEqual([[1], [1]]);
});

it('sends the next decision after a refusal that left the version unchanged', async () => {
  const { keep, revoke, requests, answer } = await deciding(1);
  await keep();
  await requests(1);
  await answer(0, 1, { 1: 'not_yours' });
  await revoke();
  await requests(2);
  expect(sentVersions()).toEqual([[1], [1]]);
});

it('an undo is sent with the version that the decision made, not with a newer one', async () => {
  const { see, keep, takeBack, requests, answer } = await deciding(1);
  const made = await keep();
  await requests(1);
  await answer(0, 2);
  // Another reviewer has decided the line, and the page already shows that.
  see(3);
  await takeBack(made);
  await requests(2);
  expect(sent[1]).toMatchObject({ call: 'undo', versions: [2] });
});

it('an undo leaves out lines whose decision was refused', async () => {
  const { keep, takeBack, requests, answer } = await deciding(1, [1, 2]);
  const made = await keep();
  // The answer arrives after the viewer has pressed the keys.
  await takeBack(made);
  await requests(1);
  await answer(0, 2, { 2: 'changed' });
  await requests(2);
  expect(sent[1]).toMatchObject({ call: 'undo', versions: [2] });
  expect([...made.keys()]).toEqual([1]);
});

it('an undo sends nothing if the request with the decision failed', async () => {
  const { keep, takeBack, requests, answer } = await deciding(1);
  const made = await keep();
  await requests(1);
  await act(async () => sent[0]?.fail());
  expect([...made.keys()]).toEqual([]);
  await takeBack(made);
  await keep();
  await requests(2);
  await answer(1, 2);
  expect(sent.map(({ call }) => call)).toEqual(['decide', 'decide']);
});
