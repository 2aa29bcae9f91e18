import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchIcon } from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import type { ConsoleContext } from './console-context.ts';
import { words } from './words.ts';
import '../ui/dialog.css';
import './palette.css';

/** The properties of the palette's results. Their code loads after the palette has opened. */
export interface PaletteResultsProps {
  query: string;
  /** Whether Enter was pressed before the results were loaded. */
  entered: boolean;
  context: ConsoleContext;
  /** Tells the input about the list that it controls. Call it in an effect. */
  onList: (list: PaletteList) => void;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** The list below the input. */
export interface PaletteList {
  readonly id: string;
  /** The id of the chosen option; undefined if there is none. */
  readonly active: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface PaletteProps {
  results: ComponentType<PaletteResultsProps>;
  context: ConsoleContext;
  /** The placeholder of the input. */
  hint: string;
  /** The text that was typed before the palette could be rendered. */
  typed: string;
  onClose: () => void;
}

/** The palette: an input that accepts text immediately, and results that may still be loading. */
export function Palette({ results: Results, context, hint, typed, onClose }: PaletteProps): ReactNode {
  const [query, setQuery] = useState(typed);
  const [list, setList] = useState<PaletteList>();
  const [entered, setEntered] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composition of a character is no command.
    if (event.nativeEvent.isComposing) return;
    if (list) list.onKeyDown(event);
    else if (event.key === 'Enter') setEntered(true);
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
              aria-label={words.palette}
              aria-expanded={list?.active !== undefined}
              aria-controls={list?.id}
              aria-autocomplete="list"
              {...(list?.active !== undefined && { 'aria-activedescendant': list.active })}
              placeholder={hint}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setQuery(event.target.value);
                setEntered(false);
              }}
            />
            <KeyHint hidden keys={['Esc']} />
            <button type="button" className="button quiet palette-cancel" onClick={onClose}>
              {words.cancel}
            </button>
          </div>
          <Results
            query={query}
            entered={entered}
            context={context}
            onList={setList}
            onQuery={setQuery}
            onClose={onClose}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
