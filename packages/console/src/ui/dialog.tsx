import { type ReactNode, useEffect } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  /** Called by Escape, a click outside or the cancel button. */
  onClose: () => void;
  /** A question ("Suspend Dmytro Kovalenko?") or the new object ("New role"). */
  title: string;
  children: ReactNode;
  /** The buttons: cancel first, the primary one last. */
  foot?: ReactNode;
  wide?: boolean | undefined;
  /** `alertdialog` for a decision that cannot be undone. */
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Ignores clicks outside, for dialogs with input. */
  keepOpen?: boolean | undefined;
  /** Hides everything beneath until it is unmounted. */
  cover?: boolean | undefined;
}

/** A modal dialog, only for decisions that block work. Editing happens in a panel. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  foot,
  wide,
  role,
  keepOpen = false,
  cover = false,
}: DialogProps): ReactNode {
  useEffect(() => (open ? keepFocus : undefined), [open]);
  return (
    <ModalOverlay
      className={classNames('scrim dialog-scrim', cover && 'cover')}
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={!keepOpen && !cover && role !== 'alertdialog'}
      isKeyboardDismissDisabled={cover}
    >
      <Modal className={classNames('dialog', wide && 'wide')}>
        <AriaDialog className="dialog-inner" role={role ?? 'dialog'}>
          <header>
            <Heading slot="title">{title}</Heading>
          </header>
          <div className="dialog-body">{children}</div>
          {foot !== undefined && foot !== false && <footer>{foot}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * React Aria returns the focus to the opening element a frame after the dialog closed. The action may have removed that
 * element.
 */
function keepFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
    }),
  );
}

/** The page heading, made focusable: it takes the focus when the focused element is gone. */
export function pageHeading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>('main h1') ?? undefined;
  if (found && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}
