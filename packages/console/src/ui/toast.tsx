import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { NoIcon } from './icon.tsx';
import { CheckIcon, XIcon } from './icons.tsx';
import { words } from './words.ts';
import './status.css';
import './toast.css';

export interface ToastOptions {
  /** What happened, as a sentence: "Night finance holds approver until 26 Nov." */
  text: string;
  tone?: 'done' | 'no' | undefined;
  /** Undo, if possible. */
  action?: ToastAction | undefined;
  /** A second action, such as opening the new object. */
  other?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

interface ShownToast extends ToastOptions {
  id: number;
}

/**
 * Shows a toast: `showToast({ text, action: { label: 'Undo', run } })`.
 * @returns a function that closes it
 */
export function showToast(options: ToastOptions): () => void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(1 - MOST_TOASTS), { ...options, id }]);
  return () => close(id);
}

/**
 * The container of all toasts, rendered once in the frame. Errors stay until the user closes them; other toasts
 * disappear after eight seconds without focus or pointer.
 */
export function ToastRegion(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className="toasts" aria-label={words.notifications} data-react-aria-top-layer="true">
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

const SHOWN_MS = 8000;
const MOST_TOASTS = 3;
let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function Toast({ toast }: { toast: ShownToast }): ReactNode {
  const bad = toast.tone === 'no';
  useEffect(() => {
    if (bad) return;
    const timer = setInterval(() => {
      const card = document.getElementById(`toast-${toast.id}`);
      if (!card?.matches(':hover, :focus-within')) close(toast.id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [bad, toast.id]);
  return (
    <div className="toast" id={`toast-${toast.id}`} role={bad ? 'alert' : 'status'}>
      {bad ? (
        <span className="tone-no">
          <NoIcon />
        </span>
      ) : (
        <CheckIcon />
      )}
      <span className="toast-text">{toast.text}</span>
      <span className="toast-buttons">
        {[toast.action, toast.other].map(
          (action) =>
            action && (
              <Button
                key={action.label}
                small
                onClick={() => {
                  action.run();
                  close(toast.id);
                }}
              >
                {action.label}
              </Button>
            ),
        )}
        <IconButton small icon={XIcon} label={words.close} onClick={() => close(toast.id)} />
      </span>
    </div>
  );
}

function close(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
