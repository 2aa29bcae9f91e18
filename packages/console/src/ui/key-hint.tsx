import type { ReactNode } from 'react';
import './key-hint.css';

export interface KeyHintProps {
  keys: readonly string[];
  /** Hidden from screen readers, because the control has `aria-keyshortcuts`. */
  hidden?: boolean | undefined;
  children?: ReactNode;
}

/** Keys and their action: `<KeyHint keys={['A']}>approve</KeyHint>`. */
export function KeyHint({ keys, hidden, children }: KeyHintProps): ReactNode {
  return (
    <span className="key-hint" {...(hidden && { 'aria-hidden': true })}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {children}
    </span>
  );
}
