import { type ReactNode, useId } from 'react';
import { useSignInState } from '../../session/sign-in-state.ts';
import { formatNumber } from '../../ui/format.ts';
import { LockIcon } from '../../ui/icon.tsx';
import { words } from './words.ts';
import '../../ui/section.css';
import './inspect.css';

/** The kinds of sample tokens. */
type SampleKind = 'valid' | 'expired' | 'admin' | 'reference' | 'resources';

const LIFE_S = 300;
const AGO_S = 3600;

/** An unsigned token, made in the browser. Any server would refuse it. */
export function sampleToken(kind: SampleKind, now: number): string {
  const exp = kind === 'expired' ? now - AGO_S : now + LIFE_S;
  const claims = {
    iss: 'https://id.example',
    aud: 'ledger',
    sub: 'sample-user',
    client_id: 'ledger-web',
    roles: kind === 'admin' ? ['admin'] : ['clerk', 'reader'],
    permissions: kind === 'admin' || kind === 'reference' ? [] : permissions,
    ...(kind === 'reference' && { permissions_ref: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' }),
    ...(kind === 'resources' && { on }),
    iat: exp - LIFE_S,
    exp,
    ver: 48_210,
  };
  return [{ alg: 'ES256', typ: 'at+jwt', kid: 'sample' }, claims].map(encoded).concat('not-a-signature').join('.');
}

const on = [
  { resources: ['shop:berlin', 'shop:hamburg'], roles: ['cashier'], permissions: ['invoices.refund'] },
  { resources: ['region:fr'], roles: ['admin'], permissions: [] },
];

const permissions = [
  'customers.read',
  'customers.write',
  'invoices.read',
  'invoices.send',
  'invoices.write',
  'payments.match',
  'payments.read',
  'reports.read',
];

function encoded(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** In characters. A longer token is shown only in part, because it would slow down the browser's text field. */
const SHOWN_WHOLE = 4000;
const END_SHOWN = 200;
const SAMPLES = ['valid', 'expired', 'admin', 'reference', 'resources'] as const satisfies readonly SampleKind[];

interface TokenFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** The field for the token. Its three parts have different colours; a very long token is shown only in part. */
export function TokenField({ text, onChange }: TokenFieldProps): ReactNode {
  const id = useId();
  const signIn = useSignInState();
  const ownToken = signIn.status === 'held' && typeof signIn.token === 'string' ? signIn.token : undefined;
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
          {ownToken !== undefined && (
            <button type="button" className="link small" onClick={() => onChange(ownToken)}>
              {words.takeMine}
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

/** The coloured text behind the field, whose own text is transparent. */
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
