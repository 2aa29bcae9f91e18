import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** The rendered content, and functions that act like a user. */
export interface Rendered {
  element: HTMLElement;
  /** Replaces the value of the field with this id. */
  type: (id: string, value: string) => Promise<void>;
  click: (label: string) => Promise<void>;
  /** Unmounts the content, so its clean-up runs. */
  close: () => Promise<void>;
}

// Browser functions that the page needs and jsdom lacks.
const nothing = () => undefined;
const ResizeObserver = class {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
};
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  scrollTo: nothing,
  CSS: { escape: String },
  ResizeObserver,
});
Object.assign(HTMLElement.prototype, { showPopover: nothing, hidePopover: nothing });

/** Renders into the page until the test ends or renders again. Rendering again simulates a reload: no clean-up runs. */
export async function render(content: ReactNode): Promise<Rendered> {
  const element = document.createElement('div');
  document.body.replaceChildren(element);
  const root = createRoot(element);
  await act(async () => root.render(content));
  const close = () => act(async () => root.unmount());
  onTestFinished(async () => {
    await close();
    element.remove();
  });
  return {
    element,
    type: (id, value) =>
      act(async () => {
        const field = document.getElementById(id) as HTMLInputElement;
        const prototype = Object.getPrototypeOf(field) as object;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    click: (label) =>
      act(async () => {
        const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
        if (!named) throw new Error(`There is no button “${label}”: ${document.body.textContent}`);
        named.click();
      }),
    close,
  };
}

/**
 * Waits until a check passes, with an `act` before each check so that React can work. One `act` around the whole wait
 * would hold back React's work until the wait ends, so the check could never pass.
 */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

/** Simulates a redirect to the sign-in and back: removes the page, and keeps the tab's storage. */
export async function leave(page: Rendered): Promise<void> {
  const kept = Object.entries({ ...sessionStorage });
  await page.close();
  for (const [name, value] of kept) sessionStorage.setItem(name, String(value));
}
