import type { Role } from '@licet/contract';
import type { Effect } from '../../../ui/effects.tsx';
import { effectWords as words } from './words.ts';

const NAMES_SHOWN = 8;

/** Names that came and names that went, between two sets. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { added: string[]; removed: string[] } {
  return {
    added: [...after].filter(([id]) => !before.has(id)).map(([, name]) => name),
    removed: [...before].filter(([id]) => !after.has(id)).map(([, name]) => name),
  };
}

/** What saving a role changes in it, and how many hold it. Who of them gains or loses is not computed, nor said. */
export function roleEffects(
  role: Pick<Role, 'holders'>,
  permissions: { added: readonly string[]; removed: readonly string[] },
  includes: { added: readonly string[]; removed: readonly string[] },
): Effect[] {
  const { holders } = role;
  const effects: Effect[] = [];
  const line = (id: string, kind: 'gain' | 'lose', names: readonly string[], what: string, note: string) => {
    if (names.length === 0) return;
    effects.push({ id, kind, what, permissions: names.slice(0, NAMES_SHOWN), names: noteOf(names.length, note) });
  };
  const { added, removed } = permissions;
  line('added', 'gain', added, words.gain(added.length), words.held(holders));
  line('included', 'gain', includes.added, words.gainRoles(includes.added.length), words.held(holders));
  line('removed', 'lose', removed, words.lose(removed.length), words.heldOtherwise(holders));
  line('excluded', 'lose', includes.removed, words.loseRoles(includes.removed.length), words.heldOtherwise(holders));
  return effects;
}

function noteOf(count: number, note: string): string {
  const hidden = count - NAMES_SHOWN;
  return hidden > 0 ? `${words.more(hidden)}; ${note}` : note;
}
