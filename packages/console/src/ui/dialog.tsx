import { type ReactNode, useEffect } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
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

/** A modal dialog, for decisions only. Use a panel for editing. */
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
