// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { lateComponent } from './late-part.ts';
import { render } from './render.testing.tsx';

const Name = ({ name }: { name: string }) => <b>{name}</b>;

it('renders a part that is already loaded in the first commit', async () => {
  const Late = lateComponent(async () => Name);
  await Late.preload();
  const seen = vi.fn(() => null);
  const Waiting = () => seen();
  const { element } = await render(<Late name="Maya" whileLoading={<Waiting />} />);
  expect(element.textContent).toBe('Maya');
  expect(seen).not.toHaveBeenCalled();
});

it('renders the placeholder until the part has loaded, and loads it once', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Name>();
  const load = vi.fn(() => promise);
  const Late = lateComponent(load);
  const { element } = await render(
    <>
      <Late name="Maya" whileLoading="…" />
      <Late name="Tomasz" />
    </>,
  );
  expect(element.textContent).toBe('…');
  await act(async () => resolve(Name));
  expect(element.textContent).toBe('MayaTomasz');
  expect(load).toHaveBeenCalledTimes(1);
});

it('renders an error in place of a part that cannot load, and the part after “Try again”', async () => {
  const load = vi.fn<() => Promise<typeof Name>>().mockRejectedValueOnce(new TypeError('404')).mockResolvedValue(Name);
  const Late = lateComponent(load);
  const { element } = await render(
    <>
      <p>The page stays.</p>
      <Late name="Maya" whileLoading="…" />
    </>,
  );
  expect(element.querySelector('[role=alert]')?.textContent).toContain('Try again');
  expect(element.textContent).toContain('The page stays.');
  await act(async () => element.querySelector('button')?.click());
  expect(element.querySelector('b')?.textContent).toBe('Maya');
});
