import { type ReactNode, useEffect } from 'react';
import { latePart, useLatePart } from './late-part.ts';
import { showToast } from './toast.tsx';
import { words } from './words.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called for Escape, a click outside or the cancel button. */
  onClose: () => void;
  /** A question (“Suspend Dmytro Kovalenko?”), or the object to create (“New role”). */
  title: string;
  children: ReactNode;
  /** The buttons: cancel first, the primary one last. */
  foot?: ReactNode;
  wide?: boolean | undefined;
  /** `alertdialog` for a decision that cannot be undone. */
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Ignores clicks outside, for dialogs with input. */
  keepOpen?: boolean | undefined;
  /** Hides the page behind the dialog completely. */
  cover?: boolean | undefined;
}

const dialogBox = latePart(async () => (await import('./dialog-box.tsx')).DialogBox);

/** Loads the code of dialogs before one opens. */
export const preloadDialog = dialogBox.load;

/** A modal dialog, for decisions only. Use a panel for editing. */
export function Dialog(props: DialogProps): ReactNode {
  const { open, onClose } = props;
  const Box = useLatePart(dialogBox, open, () => {
    showToast({ text: words.failed, tone: 'no' });
    onClose();
  });
  useEffect(() => (open ? keepFocus : undefined), [open]);
  return Box && <Box {...props} />;
}

/**
 * Moves a lost focus to the page heading. React Aria returns the focus to the opening element one frame after the
 * dialog has closed, but the action may have removed that element.
 */
function keepFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
    }),
  );
}

/** The page heading, made focusable. It receives the focus if the focused element was removed. */
export function pageHeading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>('main h1') ?? undefined;
  if (found && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}
