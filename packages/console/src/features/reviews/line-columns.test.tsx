// @vitest-environment jsdom
import type { ReviewItem } from '@licet/contract';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { Decision } from './line-columns.tsx';

vi.mock('../../session/client.ts', () => ({ client: {} }));

/** What stands there, and in which colour. */
async function told(state: ReviewItem['state'], outcome: ReviewItem['outcome']) {
  const { element } = await render(<Decision line={{ state, outcome } as ReviewItem} />);
  const tone = /tone-(\w+)/.exec(element.innerHTML)?.[1] ?? 'none';
  return [element.textContent, tone];
}

it('tells what closing did with a line, and one that nobody decided as that', async () => {
  expect(await told('kept', 'kept')).toEqual(['Kept', 'yes']);
  expect(await told('revoked', 'revoked')).toEqual(['Revoked', 'no']);
  expect(await told('pending', 'kept')).toEqual(['Not decidedKept by the rule', 'none']);
  expect(await told('handed on', 'revoked')).toEqual(['Not decidedRevoked by the rule', 'none']);
  expect(await told('pending', 'gone')).toEqual(['Not decidedHad ended already', 'none']);
  expect(await told('revoked', 'gone')).toEqual(['Had ended already', 'none']);
});

it('tells of an open review what is decided so far', async () => {
  expect(await told('pending', null)).toEqual(['Waits', 'none']);
  expect(await told('handed on', null)).toEqual(['Handed on', 'none']);
  expect(await told('kept', null)).toEqual(['Keep', 'yes']);
});
