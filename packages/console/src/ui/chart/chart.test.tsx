// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { render } from '../render.testing.tsx';
import { Chart } from './chart.tsx';

const days = ['2026-11-09', '2026-11-16', '2026-11-23'];

/** The share of the height that the line covers, and the sentence. */
async function drawn(values: readonly number[]) {
  const series = [{ id: 'people', label: 'People', values }];
  const { element } = await render(<Chart days={days} series={series} summary="More." step="Week" />);
  const heights = [...(element.querySelector('.chart-line')?.getAttribute('d') ?? '').matchAll(/,([\d.]+)/g)];
  const places = heights.map(([, place]) => Number(place) / 200);
  return {
    covered: Math.max(...places) - Math.min(...places),
    filled: element.querySelector('.chart-area') !== null,
    says: element.querySelector('figcaption')?.textContent,
  };
}

it('shows a small change of a large count, and says where the axis starts', async () => {
  const { covered, filled, says } = await drawn([93_035, 94_000, 94_932]);
  expect(covered).toBeGreaterThan(0.6);
  expect(filled).toBe(false);
  expect(says).toMatch(/^More\. The axis starts at 9[23],\d00\.$/);
});

it.each([
  [[3, 20, 90], 0.7],
  [[94_932, 94_932, 94_932], 0],
  [[0, 0, 1], 0.9],
  [[18, 20, 19], 0.05],
])('starts at 0 for %j', async (values, least) => {
  const { covered, filled, says } = await drawn(values);
  expect(covered).toBeGreaterThanOrEqual(least);
  expect({ filled, says }).toEqual({ filled: true, says: 'More.' });
});
