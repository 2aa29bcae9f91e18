import { keepDraft, withDraft } from '../../ui/form-draft.ts';
import type { IconType } from '../../ui/icon.tsx';
import { HistoryIcon } from '../../ui/icons.tsx';
import type { Line } from './line.ts';
import { iconOf } from './search.ts';
import { words } from './words.ts';

type Stored = Pick<Line, 'id' | 'label' | 'detail' | 'end' | 'person' | 'mono'> & { readonly href: string };

/**
 * The pages that the user opened and the last question that they asked in the palette of this tab. Another user does
 * not see them.
 */
interface Recent {
  /** The pages that were opened, the newest first. */
  readonly lines: readonly Stored[];
  /** The text of the last question that was answered. */
  readonly question: string | undefined;
}

const name = 'palette';
const none: Recent = { lines: [], question: undefined };
const most = 4;

const read = () => withDraft(name, none);
const keep = (values: Recent) => keepDraft<Recent>(name, { first: none, values });

/** Returns the last question, and then the recent pages. */
export function recentLines(): Line[] {
  const { lines, question } = read();
  const pages = lines.map(
    ({ href, ...line }): Line => ({
      ...line,
      group: words.recent,
      icon: iconFor(line.id),
      act: { kind: 'open', href },
    }),
  );
  if (question === undefined) return pages;
  const again: Line = {
    id: 'question',
    group: words.lastQuestion,
    label: question,
    icon: HistoryIcon,
    act: { kind: 'type', query: question },
  };
  return [again, ...pages];
}

/** Remembers a page that was opened from the palette. Actions are not remembered. */
export function remember({ id, label, detail, end, person, mono, act }: Line): void {
  if (act.kind !== 'open' || iconFor(id) === undefined) return;
  const { lines, question } = read();
  const line: Stored = { id, label, detail, end, person, mono, href: act.href };
  keep({ lines: [line, ...lines.filter((one) => one.id !== id)].slice(0, most), question });
}

/** Remembers the text of a question. */
export const rememberQuestion = (question: string): void => keep({ ...read(), question });

const iconFor = (id: string): IconType | undefined => iconOf(id.split(' ', 1)[0] ?? '');
