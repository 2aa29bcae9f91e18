// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DateTimePicker } from './date-time-picker.tsx';
import { render } from './render.testing.tsx';

const named = (name: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=button]')].find((it) =>
    name.test(it.getAttribute('aria-label') ?? ''),
  );

it.each([true, false])('picking a day selects its end only in a field for an end: %s', async (endOfDay) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 10, 14, 5, 37, 954) });
  onTestFinished(() => void vi.useRealTimers());
  const onChange = vi.fn<(value: Date | null) => void>();
  await render(<DateTimePicker label="End" value={null} onChange={onChange} endOfDay={endOfDay} />);
  await act(async () => named(/calendar/i)?.click());
  await act(async () => named(/^(?!.*Today).* 15\b|15 /)?.click());
  const picked = onChange.mock.calls.at(-1)?.[0];
  expect([picked?.getHours(), picked?.getMinutes()]).toEqual(endOfDay ? [23, 59] : [14, 5]);
  // The picker shows minutes, so it must return whole minutes.
  expect(Number(picked) % 60_000).toBe(0);
});
