import { keepDraft, withDraft } from '../../ui/form-draft.ts';
import type { IconType } from '../../ui/icon.tsx';
import type { Line } from './line.ts';
import { iconOf } from './search.ts';
import { words } from './words.ts';

type Stored = Pick<Line, 'id' | 'label' | 'detail' | 'end' | 'person' | 'mono'> & { readonly href: string };

/** The pages that the user opened from the palette in this tab, the newest first. Another user does not see them. */
interface Recent {
  readonly lines: readonly Stored[];
}

const name = 'palette';
const none: Recent = { lines: [] };
const most = 4;

const read = () => withDraft(name, none).lines;

/** Returns the recent pages. */
export function recentLines(): Line[] {
  return read().map(({ href, ...line }) => ({
    ...line,
    group: words.recent,
    icon: iconFor(line.id),
    act: { kind: 'open', href },
  }));
}

/** Remembers a page that was opened from the palette. Actions and questions are not remembered. */
export function remember({ id, label, detail, end, person, mono, act }: Line): void {
  if (act.kind !== 'open' || iconFor(id) === undefined) return;
  const line: Stored = { id, label, detail, end, person, mono, href: act.href };
  const lines = [line, ...read().filter((one) => one.id !== id)].slice(0, most);
  keepDraft<Recent>(name, { first: none, values: { lines } });
}

const iconFor = (id: string): IconType | undefined => iconOf(id.split(' ', 1)[0] ?? '');
