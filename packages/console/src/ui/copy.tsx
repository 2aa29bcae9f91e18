import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { words } from './words.ts';
import './field.css';
import './copy.css';

/** A value to take along: shown whole, with a button that copies it. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }): ReactNode {
  const id = useId();
  const [copied, copy] = useCopy(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-box copy-field-box">
        <input id={id} className="mono" readOnly value={value} onFocus={(event) => event.target.select()} />
        <Button small kind="quiet" className="in-field" icon={copied ? CheckIcon : CopyIcon} onClick={copy}>
          {copied ? words.copied : words.copy}
        </Button>
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}

/** Code ready to paste. `children` may be highlighted; `code` is what is copied. */
export function CodeBlock({ label, code, children }: { label: string; code: string; children?: ReactNode }): ReactNode {
  const [copied, copy] = useCopy(code);
  const scrolls = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <div className="code-block">
      <pre className="code" {...scrolls}>
        {children ?? code}
      </pre>
      <IconButton
        small
        icon={copied ? CheckIcon : CopyIcon}
        label={copied ? words.copied : words.copy}
        onClick={copy}
      />
    </div>
  );
}

const COPIED_SHOWN_MS = 2000;

/** Copies, and says so for two seconds. */
export function useCopy(value: string): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return [copied, copy];
}
