// @vitest-environment jsdom
import type { Review, ReviewItem } from '@licet/contract';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { Decision } from './line-cells.tsx';
import { progressOf } from './lines.ts';

vi.mock('../../session/client.ts', () => ({ client: {} }));

const review = (state: Review['state'], lines: number, waiting: number) =>
  ({ state, counts: { lines: 3, pending: 1, handedOn: 0 }, mine: { lines, waiting } }) as Review;

it('the progress counts only the lines that the reviewer decides', () => {
  expect(progressOf(review('open', 2, 0))).toEqual({ decided: 2, lines: 2, own: true });
});

it('the progress counts all lines if the viewer is not a reviewer or the review is closed', () => {
  expect(progressOf(review('open', 0, 0))).toEqual({ decided: 2, lines: 3, own: false });
  expect(progressOf(review('closed', 2, 1))).toEqual({ decided: 2, lines: 3, own: false });
});

it('the progress counts a decision as soon as it is made', () => {
  const items = [
    { mine: true, state: 'kept' },
    { mine: true, state: 'pending' },
    { mine: false, state: 'kept' },
  ] as const;
  expect(progressOf(review('open', 2, 2), items)).toEqual({ decided: 1, lines: 2, own: true });
});

/** The text and the colour of the decision. */
async function told(state: ReviewItem['state'], outcome: ReviewItem['outcome']) {
  const { element } = await render(<Decision line={{ state, outcome } as ReviewItem} />);
  const tone = /tone-(\w+)/.exec(element.innerHTML)?.[1] ?? 'none';
  return [element.textContent, tone];
}

it('shows the outcome of a closed review, and marks undecided lines', async () => {
  expect(await told('kept', 'kept')).toEqual(['Kept', 'yes']);
  expect(await told('revoked', 'revoked')).toEqual(['Revoked', 'no']);
  expect(await told('pending', 'kept')).toEqual(['Not decidedKept by default', 'none']);
  expect(await told('handed on', 'revoked')).toEqual(['Not decidedRevoked by default', 'none']);
  expect(await told('pending', 'gone')).toEqual(['Not decidedAlready ended', 'none']);
  expect(await told('revoked', 'gone')).toEqual(['Already ended', 'none']);
});

it('shows the decision so far in an open review', async () => {
  expect(await told('pending', null)).toEqual(['Waiting', 'none']);
  expect(await told('handed on', null)).toEqual(['Reassigned', 'none']);
  expect(await told('kept', null)).toEqual(['Keep', 'yes']);
});
