'use client';

import type { OwnDecision } from '@licet/client';
import { type ReactNode, type Ref, useId } from 'react';
import type { CurrentAccess } from '../use-access-of.ts';
import { Mark, NoIcon, YesIcon } from './icons.tsx';
import { RequestPart } from './request-part.tsx';
import type { Refusal } from './use-refusal.ts';
import { bringing, moment, titleOf } from './words.ts';

export interface PanelProps {
  readonly refusal: Refusal;
  readonly access: CurrentAccess;
  /** A popover is a dialog; a card stands in the page. */
  readonly kind: 'popover' | 'card';
  readonly focus?: Ref<HTMLElement> | undefined;
  readonly onClose?: (() => void) | undefined;
  /** Why nobody is signed in, in place of what it takes. */
  readonly out?: string | undefined;
}

/** The refusal in words, and what can be done about it; once it is permitted, that. */
export const Panel = ({ refusal, access, kind, focus, onClose, out: why }: PanelProps): ReactNode => {
  const id = useId();
  const { permitted, decision, loading, now } = refusal;
  const out = access.status !== 'valid';
  const title = out && !permitted ? OUT[access.status] : titleOf(decision, permitted);
  return (
    <section
      className="panel"
      ref={focus}
      tabIndex={kind === 'popover' ? -1 : undefined}
      role={kind === 'popover' ? 'dialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <div className="scroll">
        <div className="part head" role="status">
          {permitted ? <YesIcon /> : <NoIcon />}
          <div>
            <h2 id={`${id}title`}>{title}</h2>
            <p id={`${id}text`}>
              {permitted ? <Until decision={decision} now={now} /> : (why ?? <Reason refusal={refusal} />)}
            </p>
            {loading && !decision && <Bones />}
          </div>
        </div>
        {permitted ? (
          onClose && (
            <div className="part row">
              <button className="btn" type="button" onClick={onClose}>
                Close
              </button>
            </div>
          )
        ) : out ? (
          access.signIn && (
            <div className="part row">
              <button className="btn primary" type="button" onClick={() => void access.signIn?.()}>
                Sign in
              </button>
            </div>
          )
        ) : (
          <RequestPart refusal={refusal} />
        )}
        {refusal.explains && (
          <div className="part by">
            <Mark />
            <span>Explained by Licet</span>
            {refusal.reasonsUrl !== undefined && (
              <a href={refusal.reasonsUrl} target="_blank" rel="noreferrer">
                All the reasons
              </a>
            )}
          </div>
        )}
      </div>
    </section>
  );
};

const OUT = {
  'signed-out': 'You are not signed in',
  expired: 'Your sign-in has run out',
  malformed: 'Your sign-in cannot be read',
  loading: 'Finding out what you may do',
  valid: '',
} as const;

const Until = ({ decision, now }: { readonly decision: OwnDecision | undefined; readonly now: number }): ReactNode => {
  const until = decision?.permitted ? decision.until : null;
  return until == null ? 'It works from now on.' : `It works from now on, until ${moment(until, now)}.`;
};

const Reason = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const { kind, name, decision, now } = refusal;
  if (name === '') return 'It takes access that you do not have.';
  return (
    <>
      It takes the {kind} <code>{name.length > 256 ? `${name.slice(0, 256)}…` : name}</code>.
      {decision && !decision.permission.known && ' The application’s catalogue does not have it: tell whoever runs it.'}
      {decision && ` ${bringing(decision.roles)}`}
      {decision?.heldUntil != null && ` You had it until ${moment(decision.heldUntil, now)}.`}
    </>
  );
};

const Bones = (): ReactNode => (
  <>
    <span className="bar" />
    <span className="bar short" />
  </>
);
