// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { render } from './render.testing.tsx';
import { Time } from './time.tsx';

it('the tooltip shows the exact instant, whatever text is shown', async () => {
  const { element } = await render(
    <>
      <Time at="2026-11-22T08:00:00Z" />
      <Time at="2026-11-22T08:00:00Z" shown="09:00:00" />
    </>,
  );
  const [relative, own] = [...element.querySelectorAll('time')];
  expect(relative?.textContent).not.toBe('');
  expect(own?.textContent).toBe('09:00:00');
  const exact = [...element.querySelectorAll('[role=tooltip]')].map(({ textContent }) => textContent);
  expect(exact).toEqual([expect.stringMatching(/22\.? November 2026|November 22, 2026/), exact[0]]);
});
