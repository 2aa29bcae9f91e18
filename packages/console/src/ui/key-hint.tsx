import type { ReactNode } from 'react';
import './key-hint.css';

export interface KeyHintProps {
  keys: readonly string[];
  /** Hides the hint from screen readers, for a control that has `aria-keyshortcuts`. */
  hidden?: boolean | undefined;
  children?: ReactNode;
}

/** Shows keys and what they do: `<KeyHint keys={['A']}>approve</KeyHint>`. */
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

/** The key of a button, shown inside it. The button names the key in `aria-keyshortcuts`. */
export function ButtonKey({ children }: { children: string }): ReactNode {
  return (
    <span className="button-key hide-on-phone">
      <KeyHint keys={[children]} hidden />
    </span>
  );
}
