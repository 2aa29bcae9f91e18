import { type FocusEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { words } from './words.ts';
import './field.css';
import './copy.css';

/** A value to take along, with a button that copies it. With `whole` it takes a second line rather than be cut: for what is typed off. */
export function CopyField({
  label,
  value,
  hint,
  whole,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
  whole?: boolean | undefined;
}): ReactNode {
  const id = useId();
  const [copied, copy] = useCopy(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-box copy-field-box">
        {whole ? (
          <textarea id={id} className="mono" rows={2} readOnly value={value} onFocus={selectAll} />
        ) : (
          <input id={id} className="mono" readOnly value={value} onFocus={selectAll} />
        )}
        <Button small kind="quiet" className="in-field" icon={copied ? CheckIcon : CopyIcon} onClick={copy}>
          {copied ? words.copied : words.copy}
        </Button>
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}

const selectAll = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select();

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
