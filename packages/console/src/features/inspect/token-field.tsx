import { type ReactNode, useId } from 'react';
import { useSignInState } from '../../session/use-sign-in-state.ts';
import { formatNumber } from '../../ui/format.ts';
import { LockIcon } from '../../ui/page-icons.tsx';
import { type SampleKind, sampleToken } from './samples.ts';
import { words } from './words.ts';
import '../../ui/section.css';
import './inspect.css';

/** Above this many characters a text field of the browser gets slow, and nobody reads it. */
const SHOWN_WHOLE = 4000;
const END_SHOWN = 200;
const SAMPLES = ['valid', 'expired', 'admin', 'reference'] as const satisfies readonly SampleKind[];

export interface TokenFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** Where the token is pasted. Its three parts are told apart by colour; a very long one shows only its ends. */
export function TokenField({ text, onChange }: TokenFieldProps): ReactNode {
  const id = useId();
  const signIn = useSignInState();
  const mine = signIn.status === 'held' && typeof signIn.token === 'string' ? signIn.token : undefined;
  const long = text.length > SHOWN_WHOLE;
  return (
    <div>
      <div className="section-head">
        <h2>
          <label htmlFor={id}>{words.token}</label>
        </h2>
        <span className="end token-acts">
          {text !== '' && (
            <button type="button" className="link small" onClick={() => onChange('')}>
              {words.clear}
            </button>
          )}
          {mine !== undefined && (
            <button type="button" className="link small" onClick={() => onChange(mine)}>
              {words.useMine}
            </button>
          )}
        </span>
      </div>
      <div className="token-box mono">
        {!long && <Coloured text={text} />}
        <textarea
          id={id}
          placeholder={words.paste}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-describedby={`${id}-note`}
          readOnly={long}
          value={long ? `${text.slice(0, END_SHOWN)} … ${text.slice(-END_SHOWN)}` : text}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!long && pasted.length <= SHOWN_WHOLE) return;
            event.preventDefault();
            onChange(pasted);
          }}
        />
      </div>
      <p className="text-faint small token-note" id={`${id}-note`}>
        <LockIcon small />
        {words.here} {long && words.large(formatNumber(text.length))}
      </p>
      {text === '' && (
        <div className="token-samples">
          <span className="text-muted">{words.samples}</span>
          {SAMPLES.map((kind) => (
            <button
              key={kind}
              type="button"
              className="button compact"
              onClick={() => onChange(sampleToken(kind, Math.floor(Date.now() / 1000)))}
            >
              {words.sample[kind]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Lies under the field, letter upon letter: the field's own letters are clear. */
function Coloured({ text }: { text: string }): ReactNode {
  const [header = '', payload, ...rest] = text.split('.');
  return (
    <div className="token-letters" aria-hidden="true">
      <span className="text-faint">{header}</span>
      {payload !== undefined && (
        <>
          .<span className="token-payload">{payload}</span>
        </>
      )}
      {rest.length > 0 && <span className="text-faint">.{rest.join('.')}</span>}
      {'\n'}
    </div>
  );
}
