// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { render } from './render.testing.tsx';

it('a disabled button explains why, and shows a lock only for a missing permission', async () => {
  const pressed = vi.fn();
  const page = await render(
    <>
      <Button idle="There are no changes to save." onClick={pressed}>
        Save
      </Button>
      <Button reason="You may not." onClick={pressed}>
        Delete
      </Button>
    </>,
  );
  const [save, remove] = [...page.element.querySelectorAll('button')];
  await page.click('Save');
  await page.click('Delete');
  expect(pressed).not.toHaveBeenCalled();
  for (const button of [save, remove]) expect(button?.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(save?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'There are no changes to save.',
  );
  expect([save, remove].map((button) => button?.querySelector('svg') !== null)).toEqual([false, true]);
});
