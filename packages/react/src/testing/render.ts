import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into a document of its own for one test. */
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
 * Waits until a check passes, and lets React do between two looks what is to be done. Within one `act` around all of the waiting it may do nothing
 * before that is over: on a busy machine it then waits for itself.
 */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
