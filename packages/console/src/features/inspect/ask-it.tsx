import { explain, type Token } from '@licet/rule';
import { type ReactNode, useId, useState } from 'react';
import { useMe } from '../../session/me.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { StatusTag } from '../../ui/status.tsx';
import type { Reading } from './reading.ts';
import { useSeconds } from './use-clock.ts';
import { words } from './words.ts';
import '../../ui/field.css';
import '../../ui/section.css';

/** Any permission, answered by the rule itself. */
export function AskIt({ token, claims }: { token: Token; claims: Reading['claims'] }): ReactNode {
  const id = useId();
  const [asked, setAsked] = useState('');
  const signedIn = useMe() !== undefined;
  // The answer turns at the expiry.
  const now = useSeconds(token.exp * 1000);
  const permission = asked.trim();
  const decision = permission === '' ? undefined : explain(token, permission, now / 1000);
  const application = typeof claims?.aud === 'string' ? claims.aud : undefined;
  return (
    <section>
      <div className="section-head">
        <h2>{words.ask}</h2>
      </div>
      <div className="field">
        <label className="visually-hidden" htmlFor={id}>
          {words.askField}
        </label>
        <div className="input-box">
          <SearchIcon />
          <input
            id={id}
            className="mono"
            placeholder={words.askField}
            autoComplete="off"
            spellCheck={false}
            value={asked}
            onChange={(event) => setAsked(event.target.value)}
            aria-describedby={`${id}-answer`}
          />
          {decision && (
            <StatusTag kind={decision.permitted ? 'yes' : 'no'} chip>
              {decision.permitted ? words.permitted : words.refused}
            </StatusTag>
          )}
        </div>
        <span className="hint" id={`${id}-answer`} aria-live="polite">
          {decision && words.reasons[decision.reason]}{' '}
          {decision?.reason === 'not-listed' && signedIn && application !== undefined && (
            <TextLink to="/explain" search={{ ask: 'may', user: token.sub, application, permission }}>
              {words.whatWould}
            </TextLink>
          )}
        </span>
      </div>
    </section>
  );
}
