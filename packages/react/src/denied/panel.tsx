'use client';

import { lazy, type ReactNode, type Ref, Suspense, useId } from 'react';
import type { Store } from '../access-provider.ts';
import type { CurrentAccess } from '../use-access-of.ts';
import { CloseIcon, Mark, NoIcon, YesIcon } from './icons.tsx';
import { RequestPart } from './request-part.tsx';
import { reasonOf } from './state-of.ts';
import type { Refusal, SignedOut } from './use-refusal.ts';
import type { Words } from './words.ts';

// Loaded on demand, because few users may take a role without approval.
const EmergencyAccess = lazy(() =>
  import('./emergency-access.tsx').then((part) => ({ default: part.EmergencyAccess })),
);

export interface PanelProps {
  readonly store: Store;
  readonly refusal: Refusal;
  readonly access: CurrentAccess;
  /** A popover is a dialog, while a card is part of the page. */
  readonly kind: 'popover' | 'card';
  readonly focus?: Ref<HTMLElement> | undefined;
  readonly onClose?: (() => void) | undefined;
  /** The reason why no user is signed in. If set, it is shown instead of the ways to get access. */
  readonly out?: SignedOut | undefined;
  /** Undefined while the texts are loading. Until then, the panel shows nothing. */
  readonly words: Words | undefined;
}

/** Explains the refusal and what the user can do about it. When the action is permitted, says so. */
export const Panel = ({ kind, focus, words, ...more }: PanelProps): ReactNode => {
  const id = useId();
  return (
    <section
      className="panel"
      ref={focus}
      tabIndex={kind === 'popover' ? -1 : undefined}
      role={kind === 'popover' ? 'dialog' : undefined}
      lang={words?.language}
      aria-busy={words ? undefined : true}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      {/* First, because the form may load after the button: from the button, Tab then leads to the form. */}
      {words && more.onClose && !more.refusal.permitted && (
        <button className="close" type="button" aria-label={words.close} title={words.close} onClick={more.onClose}>
          <CloseIcon />
        </button>
      )}
      <div className="scroll">
        {words ? <Content key={more.refusal.owner} {...more} words={words} id={id} /> : <Wordless />}
      </div>
    </section>
  );
};

type ContentProps = Pick<PanelProps, 'store' | 'refusal' | 'access' | 'onClose' | 'out'> & {
  readonly words: Words;
  readonly id: string;
};

const Content = ({ store, refusal, access, onClose, out: why, words, id }: ContentProps): ReactNode => {
  const { permitted, decision, loading, now } = refusal;
  const out = access.status !== 'valid';
  const signIn = why?.again ?? access.signIn;
  const closed = why?.again ? words.cannotBegin : words.out[access.status];
  const title = out && !permitted ? closed : words.title(decision, permitted);
  const until = decision?.permitted ? decision.until : null;
  return (
    <>
      <div className="part head" role="status">
        {permitted ? <YesIcon /> : <NoIcon />}
        <div>
          <h2 id={`${id}title`}>{title}</h2>
          <p id={`${id}text`}>
            {permitted ? words.works(until, now) : (why?.text(words) ?? <Reason refusal={refusal} words={words} />)}
            {!permitted && why?.unanswered && ` ${words.goesOn}`}
          </p>
          {loading && !decision && <Bones />}
        </div>
      </div>
      {permitted ? (
        onClose && (
          <div className="part row">
            <button className="btn" type="button" onClick={onClose}>
              {words.close}
            </button>
          </div>
        )
      ) : out ? (
        signIn && (
          <div className="part row">
            <button className="btn primary" type="button" onClick={() => void signIn().catch(() => {})}>
              {why?.again ? words.tryAgain : words.signIn}
            </button>
          </div>
        )
      ) : (
        <>
          <RequestPart refusal={refusal} words={words} />
          {(decision?.atOnce || (refusal.kind === 'role' && refusal.explains)) && (
            <Suspense>
              <EmergencyAccess store={store} refusal={refusal} words={words} />
            </Suspense>
          )}
        </>
      )}
      {refusal.explains && (
        <div className="part by">
          <Mark />
          <span>{words.explained}</span>
          {refusal.reasonsUrl !== undefined && (
            <a href={refusal.reasonsUrl} target="_blank" rel="noreferrer">
              {words.reasons}
            </a>
          )}
        </div>
      )}
    </>
  );
};

const Reason = ({ refusal, words }: { readonly refusal: Refusal; readonly words: Words }): ReactNode => {
  const [before, name, after] = reasonOf(refusal, words);
  return (
    <>
      {before}
      {name !== '' && <code>{name}</code>}
      {after}
    </>
  );
};

const Wordless = (): ReactNode => (
  <div className="part">
    <Bones />
  </div>
);

const Bones = (): ReactNode => (
  <>
    <span className="bar" />
    <span className="bar short" />
  </>
);
