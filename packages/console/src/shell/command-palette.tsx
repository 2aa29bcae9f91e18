import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { asOf } from '../session/as-of.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import type { Find } from './console-context.ts';
import type { NavEntry } from './navigation.ts';
import { words } from './words.ts';
import '../ui/dialog.css';
import './command-palette.css';
import { classNames } from '../ui/class-names.ts';
import { Avatar } from '../ui/who.tsx';
import { splitMatches } from './matches.ts';

const TYPING_PAUSE_MS = 90;

/**
 * Returns matching screens immediately, and all other results when the search has responded. Keeps earlier results
 * until then.
 */
function usePaletteFinds(
  entries: readonly NavEntry[],
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>,
  query: string,
): { finds: readonly Find[]; state: 'idle' | 'loading' | 'found' | 'failed' } {
  const [last, setLast] = useState<Answer>(nothing);
  const trimmed = query.trim();

  useEffect(() => {
    if (trimmed === '') return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      search(trimmed, controller.signal).then(
        (finds) => {
          if (!controller.signal.aborted) setLast({ query: trimmed, finds, state: 'found' });
        },
        () => {
          if (!controller.signal.aborted) setLast((before) => ({ ...before, query: trimmed, state: 'failed' }));
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [trimmed, search]);

  const screens = useMemo(() => screensFor(entries, trimmed), [entries, trimmed]);
  const { finds: found } = trimmed === '' ? nothing : last;
  const state = trimmed === '' ? 'idle' : last.query === trimmed ? last.state : 'loading';
  return { finds: useMemo(() => [...found, ...screens], [found, screens]), state };
}

/** The last results, and the query that they answer. */
interface Answer {
  query: string;
  finds: readonly Find[];
  state: 'found' | 'failed';
}
const nothing: Answer = { query: '', finds: [], state: 'found' };

function screensFor(entries: readonly NavEntry[], query: string): Find[] {
  return entries
    .filter((entry) => query === '' || splitMatches(words.screenTitles[entry.screen], query).some((piece) => piece.hit))
    .map((entry) => ({
      id: `screen ${entry.to}`,
      group: words.screens,
      label: words.screenTitles[entry.screen],
      href: entry.to,
      icon: entry.icon,
    }));
}

export interface CommandPaletteProps {
  entries: readonly NavEntry[];
  /** The placeholder of the input. */
  hint: string;
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>;
  /** The text that was typed before the palette could be rendered. */
  typed: string;
  onClose: () => void;
}

/** Finds users, groups, applications, roles, permissions and screens. Keyboard: arrows, Enter, Escape. */
export function CommandPalette({ entries, hint, search, typed, onClose }: CommandPaletteProps): ReactNode {
  const [query, setQuery] = useState(typed);
  const [at, setAt] = useState(0);
  const { finds, state } = usePaletteFinds(entries, search, query);
  const router = useRouter();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = Math.min(at, finds.length - 1);

  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const open = (find: Find | undefined) => {
    if (!find) return;
    onClose();
    router.history.push(atInstant(find.href, asOf.current()));
  };

  // Whether Enter was pressed while the list showed results for an earlier text. The first result for the current text
  // is then opened when it arrives.
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!awaited || state === 'loading') return;
    setAwaited(false);
    open(finds[chosen]);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && finds.length > 0) setAt((chosen + step + finds.length) % finds.length);
    else if (event.key === 'Enter' && state === 'loading') setAwaited(true);
    else if (event.key === 'Enter') open(finds[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(next) => !next && onClose()}>
      <Modal className="palette">
        <Dialog className="palette-inner" aria-label={words.palette}>
          <div className="palette-query">
            <SearchIcon />
            <input
              autoFocus
              type="text"
              role="combobox"
              aria-label={words.find}
              aria-expanded={finds.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              {...(finds.length > 0 && { 'aria-activedescendant': `${listId}-${chosen}` })}
              placeholder={hint}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
                setAwaited(false);
              }}
            />
            <KeyHint hidden keys={['Esc']} />
          </div>
          <div className="palette-found" ref={list}>
            <PaletteList id={listId} finds={finds} chosen={chosen} query={query} onOpen={open} onPoint={setAt} />
            <p className="palette-note" role="status">
              {state === 'failed' ? words.failed : state === 'found' && finds.length === 0 ? words.nothing : ''}
            </p>
          </div>
          <div className="palette-keys" aria-hidden="true">
            <KeyHint keys={['↑', '↓']}>{words.choose}</KeyHint>
            <KeyHint keys={['Enter']}>{words.open}</KeyHint>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The URL of a result, for the same instant as the current page. */
function atInstant(href: string, at: string | undefined): string {
  return at === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;
}

interface PaletteListProps {
  id: string;
  finds: readonly Find[];
  chosen: number;
  query: string;
  onOpen: (find: Find) => void;
  onPoint: (index: number) => void;
}

/** The results in groups, as the options of the input. */
function PaletteList({ id, finds, chosen, query, onOpen, onPoint }: PaletteListProps): ReactNode {
  const groups = Map.groupBy(finds, (find) => find.group);
  return (
    <div className="list" role="listbox" id={id} aria-label={words.palette}>
      {[...groups].map(([group, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fields of a form
        <div key={group} role="group" aria-label={group}>
          <div className="palette-heading" aria-hidden="true">
            {group}
          </div>
          {own.map((find) => {
            const index = finds.indexOf(find);
            const option = {
              role: 'option',
              id: `${id}-${index}`,
              'aria-selected': index === chosen,
              onClick: () => onOpen(find),
              onPointerMove: () => index !== chosen && onPoint(index),
            };
            return (
              <div key={find.id} className="palette-option" {...option}>
                <FindLine find={find} query={query} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function FindLine({ find, query }: { find: Find; query: string }): ReactNode {
  const Icon = find.icon;
  return (
    <>
      {find.person ? <Avatar name={find.label} /> : Icon && <Icon />}
      <span className="ellipsis">
        <bdi className={classNames(find.mono && 'identifier')}>
          <Marked text={find.label} query={query} />
        </bdi>{' '}
        {find.detail !== undefined && <bdi className="text-faint small">{find.detail}</bdi>}
      </span>
      {find.end !== undefined && <bdi className="end">{find.end}</bdi>}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }): ReactNode {
  return splitMatches(text, query).map((piece) =>
    piece.hit ? <mark key={piece.from}>{piece.text}</mark> : piece.text,
  );
}
