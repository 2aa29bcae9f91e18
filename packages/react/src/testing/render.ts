import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

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
