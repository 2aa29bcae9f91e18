import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { asOf } from '../session/as-of.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import type { Find } from './console-context.ts';
import type { NavEntry } from './navigation.ts';
import { PaletteList } from './palette-list.tsx';
import { usePaletteFinds } from './use-palette-finds.ts';
import { words } from './words.ts';
import '../ui/dialog.css';
import './command-palette.css';

export interface CommandPaletteProps {
  entries: readonly NavEntry[];
  /** What can be typed. */
  hint: string;
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>;
  /** What was typed before the palette could be drawn. */
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

  // Enter was pressed while the list was still of fewer letters: it opens the first of the answer.
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

/** What is found is looked at as of the same time as the page that one comes from. */
function atInstant(href: string, at: string | undefined): string {
  return at === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;
}
