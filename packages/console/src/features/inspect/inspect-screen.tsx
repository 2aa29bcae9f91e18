import { limits } from '@licet/contract';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { ExplainTabs } from '../../blocks/explain-tabs.tsx';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { ScrollTextIcon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { NoIcon } from '../../ui/state-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AskIt } from './ask-it.tsx';
import { ClaimsView } from './claims-view.tsx';
import { Permits } from './permits.tsx';
import { type Reading, readToken } from './reading.ts';
import { TokenField } from './token-field.tsx';
import { Validity } from './validity.tsx';
import { words } from './words.ts';
import './inspect-screen.css';

/** Reads any token, in the browser alone, signed in or not. */
export function InspectScreen(): ReactNode {
  const [pasted, setPasted] = useState('');
  const text = useDeferredValue(pasted);
  const reading = useMemo(() => (text.trim() === '' ? undefined : readToken(text)), [text]);
  const signedIn = useMe() !== undefined;
  return (
    <Page
      title={words.title}
      {...(signedIn ? { heading: <h1>{words.heading}</h1>, tabs: <ExplainTabs /> } : { lead: words.lead })}
    >
      <PageBody>
        <div className="inspect">
          <TokenField text={pasted} onChange={setPasted} />
          <div className="inspect-side inspect-answer">
            {!reading && (
              <EmptyState icon={ScrollTextIcon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            )}
            {reading?.malformed !== undefined && <Malformed reading={reading} />}
            {reading?.token && (
              <>
                <Validity key={reading.text} token={reading.token} claims={reading.claims} />
                <AskIt token={reading.token} claims={reading.claims} />
                <Permits key={`permits ${reading.token.sub} ${reading.bytes}`} token={reading.token} />
              </>
            )}
            {reading && <Size bytes={reading.bytes} />}
          </div>
          {reading && (
            <div className="inspect-side">
              <ClaimsView title={words.payload} claims={reading.claims} />
              <ClaimsView title={words.header} claims={reading.header} />
            </div>
          )}
        </div>
      </PageBody>
    </Page>
  );
}

function Malformed({ reading: { malformed = 'payload', parts } }: { reading: Reading }): ReactNode {
  return (
    <div className="validity" role="status">
      <div className="validity-head">
        <NoIcon className="tone-no" />
        <h2 className="tone-no">{words.malformedHead}</h2>
      </div>
      <p className="text-muted">
        {words.malformed[malformed]} {malformed === 'payload' && parts.length !== 3 && words.partCount(parts.length)}
      </p>
      <p className="text-faint small">
        <code>{malformed}</code>
      </p>
    </div>
  );
}

function Size({ bytes }: { bytes: number }): ReactNode {
  const budget = limits.tokenBytes.value;
  const text = words.sizeText(words.bytes(bytes), words.bytes(budget));
  return (
    <div className="inspect-size text-muted small">
      <span>{words.size}</span>
      <Meter
        label={words.size}
        value={Math.min(bytes, budget)}
        max={budget}
        text={text}
        tone={bytes > limits.tokenWarnBytes.value ? 'ending' : 'plain'}
      />
      <span>{text}</span>
    </div>
  );
}
