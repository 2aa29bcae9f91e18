import { useDraft } from '../../../ui/form-draft.ts';

/** Why the viewer passed over an item: to look at it later, or to let it end. */
export type Left = 'later' | 'ends';

interface Passed {
  items: Readonly<Record<string, Left>>;
}

const none: Passed = { items: {} };

/** The items that the viewer passed over, by key. Only this tab stores them; the server does not. */
export interface LeftItems {
  readonly of: (key: string) => Left | undefined;
  /** Passes over an item, or undoes that. */
  readonly toggle: (key: string, why: Left) => void;
}

export function useLeft(): LeftItems {
  const [{ items }, change] = useDraft<Passed>('inbox left', none);
  const of = (key: string) => (Object.hasOwn(items, key) ? items[key] : undefined);
  return {
    of,
    toggle: (key, why) => {
      const { [key]: before, ...others } = items;
      change({ items: before === undefined ? { ...others, [key]: why } : others });
    },
  };
}
