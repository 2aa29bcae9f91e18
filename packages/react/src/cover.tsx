'use client';

import { type CSSProperties, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { cover as english } from './cover-words.en.ts';
import type { Language } from './language.ts';
import type { Languages } from './translation.ts';
import { useWordsOf } from './words-of.ts';

export interface CoverProps {
  /** While it is false, only the texts are loaded, because the server may be unreachable when they are needed. */
  readonly shown: boolean;
  /** Replaces the default text. */
  readonly children?: ReactNode;
  readonly language?: Language | undefined;
  readonly languages?: Languages | undefined;
}

/** Covers the whole page while its content must be hidden but not lost. */
export const Cover = ({ shown, children, language, languages }: CoverProps): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useWordsOf(english, ({ cover }) => cover, { language, languages, at: dialog, reads: children == null });
  if (!shown) return null;
  return (
    <WholePage dialog={dialog} words={words}>
      {children}
    </WholePage>
  );
};

interface WholePageProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly words: typeof english | undefined;
  readonly children: ReactNode;
}

/**
 * A modal dialog of the size of the window, so the rest of the page is inert. The user cannot close the dialog. When it
 * is unmounted, the focus returns to the element that had it before.
 */
const WholePage = ({ dialog, words, children }: WholePageProps): ReactNode => {
  const id = useId();
  const open = () => {
    const element = dialog.current;
    if (element?.isConnected && !element.open) element.showModal?.();
  };
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal?.();
    return () => element?.close?.();
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // Prevent the Escape key itself. In browsers, a second Escape closes a dialog even if the first `cancel` event
      // was prevented, and the user would then type into the page beneath. If something else closes the dialog, such as
      // a gesture, `onClose` opens it again.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => event.preventDefault()}
      onClose={open}
      style={whole}
    >
      {children ??
        (words && (
          <div style={column}>
            <h2 id={`${id}title`}>{words.title}</h2>
            <p id={`${id}text`}>{words.text}</p>
          </div>
        ))}
    </dialog>
  );
};

const whole: CSSProperties = {
  position: 'fixed',
  inset: 0,
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: 0,
  padding: 24,
  border: 0,
  overflow: 'auto',
  background: 'var(--licet-background, Canvas)',
  color: 'var(--licet-text, CanvasText)',
};

const column: CSSProperties = { maxWidth: '32rem', marginBlock: '20vh 0', marginInline: 'auto' };
