// @vitest-environment jsdom
import { act, type ReactNode, useLayoutEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { eventually, render } from './render.testing.tsx';

// Reset modules, because another test file in this process may have loaded the picker. It would then appear
// immediately.
vi.resetModules();
const { DateTimeField } = await import('./date-time-field.tsx');

function Ends(): ReactNode {
  const [ends, setEnds] = useState<Date | null>(null);
  // A layout effect focuses the input before the effect that loads the picker runs.
  useLayoutEffect(() => document.querySelector('input')?.focus(), []);
  return (
    <>
      <DateTimeField label="Ends" value={ends} onChange={setEnds} />
      <output>{ends?.toISOString()}</output>
    </>
  );
}

it('accepts a date before the picker has loaded, and keeps the browser’s field while it has the focus', async () => {
  const page = await render(<Ends />);
  const field = page.element.querySelector('input');
  if (!field) throw new Error('There is no field to type in.');
  await act(async () => void (await import('./date-time-picker.tsx')));
  expect(field.isConnected).toBe(true);
  await page.type(field.id, '2026-11-30T18:05');
  expect(page.element.querySelector('output')?.textContent).toBe(new Date(2026, 10, 30, 18, 5).toISOString());
  await act(async () => field.blur());
  await eventually(() => expect(page.element.querySelector('[role=spinbutton]')).not.toBeNull());
  expect(page.element.querySelector('output')?.textContent).toBe(new Date(2026, 10, 30, 18, 5).toISOString());
});
