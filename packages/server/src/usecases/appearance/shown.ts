import { refuse } from '../../refusal.ts';
import {
  findPicture,
  findShownAppearance,
  type ShownAppearance,
  type StoredPicture,
} from '../../store/appearance/appearance.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';

/** The appearance of the pages before the console, public. */
export interface AppearanceShown {
  /** Undefined if the database does not answer: an error page needs no logo. */
  readonly appearance: () => Promise<ShownAppearance | undefined>;
  /** @throws Refusal `not_found` */
  readonly picture: (hash: string) => Promise<StoredPicture>;
}

export const appearanceShown = (database: Database): AppearanceShown => ({
  appearance: () => findShownAppearance(poolOf(database)).catch(() => undefined),
  picture: async (hash) => (await findPicture(poolOf(database), hash)) ?? refuse('not_found', 'picture_unknown', {}),
});
