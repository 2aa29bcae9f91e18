import type { Role } from '@licet/contract';
import type { Effect } from '../../../ui/effects.tsx';
import { counted } from '../counts.ts';

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

/** What saving a role does to those who hold it, as far as the role itself tells. */
export function roleEffects(
  role: Pick<Role, 'holders'>,
  permissions: { added: readonly string[]; removed: readonly string[] },
  includes: { added: readonly string[]; removed: readonly string[] },
): Effect[] {
  const one = role.holders === 1;
  const who = role.holders === 0 ? 'Whoever will hold it' : counted(role.holders, 'person', 'people');
  const verb = (plural: string) => (one || role.holders === 0 ? `${plural}s` : plural);
  const effects: Effect[] = [];
  const line = (id: string, kind: 'gain' | 'lose', names: readonly string[], what: string, note: string) => {
    if (names.length === 0) return;
    effects.push({ id, kind, what, permissions: names.slice(0, NAMES_SHOWN), names: noteOf(names.length, note) });
  };
  line(
    'added',
    'gain',
    permissions.added,
    `${who} ${verb('gain')} ${counted(permissions.added.length, 'permission')}`,
    'unless they have it already',
  );
  line(
    'included',
    'gain',
    includes.added,
    `${who} ${verb('gain')} what ${counted(includes.added.length, 'role')} ${includes.added.length === 1 ? 'brings' : 'bring'}`,
    '',
  );
  line(
    'removed',
    'lose',
    permissions.removed,
    `${who} ${verb('lose')} ${counted(permissions.removed.length, 'permission')}`,
    'unless it comes by another way',
  );
  line(
    'excluded',
    'lose',
    includes.removed,
    `${who} ${verb('lose')} what ${counted(includes.removed.length, 'role')} ${includes.removed.length === 1 ? 'brings' : 'bring'}`,
    'unless it comes by another way',
  );
  return effects;
}

function noteOf(count: number, note: string): string | undefined {
  const hidden = count - NAMES_SHOWN;
  const words = [hidden > 0 ? `and ${counted(hidden, 'more', 'more')}` : '', note].filter(Boolean).join('; ');
  return words === '' ? undefined : words;
}
