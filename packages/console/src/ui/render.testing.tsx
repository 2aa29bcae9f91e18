import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** What was rendered, with the hands of a person. */
export interface Rendered {
  element: HTMLElement;
  /** Types a whole value into the field of that id. */
  type: (id: string, value: string) => Promise<void>;
  click: (label: string) => Promise<void>;
  /** Takes it off the page, as closing it does. */
  close: () => Promise<void>;
}

// What the page needs of a browser and jsdom has not.
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

/** Renders into the page until the test is over, or another one takes its place; that is what a reload does, without a word. */
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
 * Waits until a check passes, and lets React do between two looks what is to be done. Within one `act` around all of the waiting it may do nothing
 * before that is over: on a busy machine it then waits for itself.
 */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

/** What leaving for the sign-in and coming back does: the page is gone, and what the tab keeps is as it was. */
export async function leave(page: Rendered): Promise<void> {
  const kept = Object.entries({ ...sessionStorage });
  await page.close();
  for (const [name, value] of kept) sessionStorage.setItem(name, String(value));
}
