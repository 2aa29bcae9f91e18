import { type FocusEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import type { CodeLanguage } from './coloured-code.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { lateComponent } from './late-part.ts';
import { words } from './words.ts';
import './field.css';
import './copy.css';

/** A value with a copy button. With `whole` the value wraps instead of being cut off, for values that users retype. */
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

export interface CodeBlockProps {
  label: string;
  /** The text to copy. */
  code: string;
  /** The text to show, if it differs from `code`. */
  shown?: string | undefined;
  /** Highlights the code once the highlighter has loaded. */
  language?: CodeLanguage | undefined;
  children?: ReactNode;
}

/** A block of code with a copy button. */
export function CodeBlock({ label, code, shown = code, language, children }: CodeBlockProps): ReactNode {
  const [copied, copy] = useCopy(code);
  const scrolls = { tabIndex: 0, role: 'region', 'aria-label': label };
  const plain = children ?? shown;
  return (
    <div className="code-block">
      <pre className="code" {...scrolls}>
        {language === undefined ? plain : <ColouredCode code={shown} language={language} whileLoading={plain} />}
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

/** If the highlighter fails to load, the code stays plain. */
const ColouredCode = lateComponent<{ code: string; language: CodeLanguage }>(() =>
  import('./coloured-code.tsx').then(
    (part) => part.ColouredCode,
    () =>
      ({ code }) =>
        code,
  ),
);

const COPIED_SHOWN_MS = 2000;

/** Copies the value. `copied` is true for two seconds after that. */
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
