import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Reading } from './reading.ts';
import type { Signature } from './signature.ts';
import { words } from './words.ts';
import '../../ui/field.css';
import './inspect.css';

interface KeysFieldProps {
  readonly keys: string;
  readonly onChange: (keys: string) => void;
  /** The address at which the token's issuer publishes its keys. */
  readonly keysAt: string | undefined;
}

/** The field for the issuer's public keys, which check the signature in this tab. */
export function KeysField({ keys, onChange, keysAt }: KeysFieldProps): ReactNode {
  const id = useId();
  return (
    <section>
      <div className="section-head">
        <h2>
          <label htmlFor={id}>{words.keys}</label>
        </h2>
      </div>
      <textarea
        id={id}
        className="input mono"
        rows={4}
        placeholder={words.pasteKeys}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-note`}
        value={keys}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="text-faint small" id={`${id}-note`}>
        {keysAt === undefined ? words.keysKinds : words.keysAt}{' '}
        {keysAt !== undefined && <code className="identifier">{keysAt}</code>}
      </p>
    </section>
  );
}

export const loadSignature = () => import('./signature.ts');

/** `checking` while the check runs, `unchecked` if its code cannot be loaded or it fails. */
export type Checked = Signature | { readonly state: 'checking' | 'unchecked' };

/** The result of checking the signature; undefined without keys. */
export function useSignature({ text, header }: Pick<Reading, 'text' | 'header'>, keys: string): Checked | undefined {
  const [known, setKnown] = useState<{ readonly of: string; readonly signature: Checked }>();
  const asked = keys.trim() === '' || !header ? undefined : JSON.stringify([text, keys]);
  useEffect(() => {
    if (asked === undefined || !header) return;
    let current = true;
    void loadSignature()
      .then(({ checkSignature }) => checkSignature(text, header, keys.trim()))
      .catch(() => ({ state: 'unchecked' }) as const)
      .then((signature) => current && setKnown({ of: asked, signature }));
    return () => {
      current = false;
    };
  }, [asked, text, header, keys]);
  if (asked === undefined) return undefined;
  return known?.of === asked ? known.signature : { state: 'checking' };
}
