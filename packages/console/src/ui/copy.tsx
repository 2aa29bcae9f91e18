import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import type { CodeLanguage } from './coloured-code.tsx';
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

export interface CodeBlockProps {
  label: string;
  /** What is copied. */
  code: string;
  /** In place of it, what is shown. */
  shown?: string | undefined;
  /** Colours it, as soon as what does that has come. */
  language?: CodeLanguage | undefined;
  children?: ReactNode;
}

/** Code ready to paste. */
export function CodeBlock({ label, code, shown = code, language, children }: CodeBlockProps): ReactNode {
  const [copied, copy] = useCopy(code);
  const scrolls = { tabIndex: 0, role: 'region', 'aria-label': label };
  const plain = children ?? shown;
  return (
    <div className="code-block">
      <pre className="code" {...scrolls}>
        {language === undefined ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <ColouredCode code={shown} language={language} />
          </Suspense>
        )}
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

/** Code without its colours is still code: nothing fails when they cannot be had. */
const ColouredCode = lazy(() =>
  import('./coloured-code.tsx').then(
    ({ ColouredCode: component }) => ({ default: component }),
    () => ({ default: ({ code }: { code: string }) => code }),
  ),
);

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
