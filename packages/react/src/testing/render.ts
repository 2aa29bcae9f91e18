import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into a new document for one test. */
export const render = (node: ReactNode) => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() => root.render(node));
  onTestFinished(() => {
    act(() => root.unmount());
    box.remove();
  });
  return {
    box,
    text: () => box.textContent,
    again: (next: ReactNode) => act(() => root.render(next)),
  };
};

/**
 * Waits until a check passes. Each attempt has its own `act`, because a single `act` around the whole wait could delay
 * React's work until the end. On a busy machine, the check would then never pass.
 */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

/** Waits until the explanation of a refusal is shown. Its code is loaded only when it is needed. */
export const explained = (box: Element): Promise<void> =>
  eventually(() => expect(box.querySelector('licet-denied')?.shadowRoot?.querySelector('section')).toBeTruthy());
