import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';

/** The box of a dialog. */
export function DialogBox({
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
