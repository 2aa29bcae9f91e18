'use client';

import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export interface CoverProps {
  /** In place of our own words. */
  readonly children?: ReactNode;
}

/**
 * Over the whole page, while what is beneath may not be seen or used but must not be lost: a modal dialog, which makes all else
 * inert, in the top layer, as high as the window. It cannot be closed; it goes when it is no longer rendered, and the focus
 * returns to where it was.
 */
export const Cover = ({ children }: CoverProps): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const open = () => {
    const element = dialog.current;
    if (element?.isConnected && !element.open) element.showModal?.();
  };
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal?.();
    return () => element?.close?.();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // A second Escape closes in spite of that in some browsers: then it is opened again.
      onCancel={(event) => event.preventDefault()}
      onClose={open}
      style={whole}
    >
      {children ?? (
        <div style={words}>
          <h2 id={`${id}title`}>Waiting for the sign-in to be renewed</h2>
          <p id={`${id}text`}>
            Your access has run out, and whoever renews it does not answer. This page goes on by itself as soon as it
            does. Nothing that you have typed is lost.
          </p>
        </div>
      )}
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
  background: 'Canvas',
  color: 'CanvasText',
};

const words: CSSProperties = { maxWidth: '32rem', margin: '20vh auto 0' };
