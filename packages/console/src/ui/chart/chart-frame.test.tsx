// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../render.testing.tsx';
import { Bars, type BarsProps } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';

const bars: BarsProps = {
  days: ['2026-11-09', '2026-11-16', '2026-11-23'],
  series: [
    { id: 'gained', label: 'Gained', tone: 'gained', values: [118, 3, 0] },
    { id: 'lost', label: 'Lost', tone: 'lost', values: [0, 1, 100], below: true },
  ],
  marks: [
    { place: 2, label: 'One that is much too long to fit beside its own bar in the drawing of a chart on a phone' },
  ],
  onPhone: 2,
  dayLabel: (day) => day.slice(8),
};

it('shows the figures as a table in place of the picture, latest first', async () => {
  const page = await render(
    <ChartFrame title="Gained and lost" per="per week" sentence="Much." step="Week" file="gained" bars={bars} />,
  );
  expect(page.element.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Much.');
  await act(async () => page.element.querySelector<HTMLElement>('[aria-label="Gained and lost, as a table"]')?.click());
  expect(page.element.querySelector('[role=img]')).toBeNull();
  const rows = [...page.element.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Week', 'Gained', 'Lost'],
    ['Nov 23, 2026', '0', '100'],
    ['Nov 16, 2026', '3', '1'],
    ['Nov 9, 2026', '118', '0'],
  ]);
});

it('draws a visible bar for every count but 0, and fewer bars on a phone', async () => {
  const { element } = await render(<Bars {...bars} />);
  const drawn = (of: string) =>
    [...element.querySelectorAll(`${of} .bar-gained, ${of} .bar-lost`)].map((bar) =>
      Number(bar.getAttribute('height')),
    );
  expect(drawn('.hide-on-phone')).toHaveLength(4);
  expect(drawn('.only-on-phone')).toHaveLength(3);
  for (const height of [...drawn('.hide-on-phone'), ...drawn('.only-on-phone')])
    expect(height).toBeGreaterThanOrEqual(2);
  expect(element.querySelector('.bars-ring')).toBeNull();
});
