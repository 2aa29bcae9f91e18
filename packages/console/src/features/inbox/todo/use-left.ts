import { useDraft } from '../../../ui/form-draft.ts';

/** Why the viewer passed over an item: to look at it later, or to let it end. */
export type Left = 'later' | 'ends';

interface Passed {
  items: Readonly<Record<string, Left>>;
}

const none: Passed = { items: {} };

/** The items that the viewer left, by key. This tab keeps them; the server does not know them. */
export interface LeftItems {
  readonly of: (key: string) => Left | undefined;
  /** Leaves an item, or takes it up again if it was left. */
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
