import type { ReactNode } from 'react';
import './key-hint.css';

export interface KeyHintProps {
  keys: readonly string[];
  /** For eyes only: the control says it with `aria-keyshortcuts`. */
  hidden?: boolean | undefined;
  children?: ReactNode;
}

/** Keys one may press, and what they do: `<KeyHint keys={['A']}>approve</KeyHint>`. */
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
