'use client';

import type { OwnDecision, TakenAtOnce } from '@licet/client';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { Store } from '../access-provider.ts';
import { leaveFor } from '../step-up.ts';
import { useWordsOf } from '../words-of.ts';
import { keepDraft, readDraft } from './draft.ts';
import { atOnce as english } from './emergency-access-words.en.ts';
import { ClockIcon, YesIcon } from './icons.tsx';
import type { Refusal } from './use-refusal.ts';
import type { Words } from './words.ts';

export interface EmergencyAccessProps {
  readonly store: Store;
  readonly refusal: Pick<Refusal, 'kind' | 'name' | 'owner' | 'decision' | 'now'>;
  readonly words: Pick<Words, 'language'>;
}

type Offer = NonNullable<OwnDecision['atOnce']>;

/**
 * Lets the user take a role without approval, with a reason, if the role's policy permits this. Says who will be
 * notified, and requests a fresh sign-in if required.
 */
export const EmergencyAccess = ({ store, refusal, words: { language } }: EmergencyAccessProps): ReactNode => {
  const { kind, decision, now } = refusal;
  const ofRole = useOfferOf(store, kind === 'role' ? refusal.name : undefined);
  const offer = kind === 'role' ? ofRole : offerIn(decision?.atOnce);
  // A custom source may offer a role without a function to take it.
  if (!offer || !store.source.explain?.takeAtOnce) return null;
  return (
    <TakeAtOnce key={offer.role.id} store={store} owner={refusal.owner} offer={offer} language={language} now={now} />
  );
};

const TakeAtOnce = ({
  store,
  owner,
  offer: { role, seconds },
  language,
  now,
}: {
  readonly store: Store;
  readonly owner: string | undefined;
  readonly offer: Offer;
  readonly language: string;
  readonly now: number;
}): ReactNode => {
  const { explain, refresh } = store.source;
  const words = useWordsOf(english, (texts) => texts.atOnce, { language, languages: store.languages });
  const name = `at-once.${role.id}`;
  const [why, setWhy] = useState(() => readDraft(owner, name)?.why ?? '');
  const [open, setOpen] = useState(why !== '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [stale, setStale] = useState(false);
  const [taken, setTaken] = useState<TakenAtOnce>();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const wasOpen = useRef(open);
  useEffect(() => {
    // Focus the form only when the user opens it. After a sign-in, the form is open from the start, and the focus
    // must not move.
    if (open && !wasOpen.current) field.current?.focus();
    wasOpen.current = open;
  }, [open]);
  if (!words) return null;
  const called = role.name;

  const take = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || !explain?.takeAtOnce) return;
    const reason = why.trim();
    if (reason === '') {
      setProblem(words.sayWhy);
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await explain.takeAtOnce(role.name, reason);
      keepDraft(owner, name, undefined);
      setTaken(takenIn(answer));
      await refresh?.().catch(() => {}); // Ignore errors: the live stream also causes a renewal, a moment later.
    } catch (error) {
      setStale(codeOf(error) === 'sign_in_again');
      setProblem(words.failed(error, words.notTaken));
    }
    setBusy(false);
  };
  const change = (text: string) => {
    setWhy(text);
    setProblem('');
    keepDraft(owner, name, text === '' ? undefined : { why: text, seconds });
  };

  if (taken)
    return (
      <div className="part head" role="status">
        <YesIcon />
        <div>
          <b>{words.taken(called, taken.ends, now)}</b>
          <p>{words.onItsWay}</p>
        </div>
      </div>
    );
  return (
    <form className="part stack" onSubmit={take} noValidate>
      <div className="head">
        <ClockIcon />
        <div>
          <b>{words.title}</b>
          <p>
            {words.offer(called, seconds)} {open && words.loud}
          </p>
        </div>
      </div>
      {open ? (
        <>
          <div className="field">
            <label className="label" htmlFor={`${id}why`}>
              {words.why}
            </label>
            <textarea
              ref={field}
              id={`${id}why`}
              rows={2}
              maxLength={1000}
              required
              aria-invalid={problem !== '' && why.trim() === ''}
              aria-describedby={problem === '' ? undefined : `${id}problem`}
              value={why}
              onChange={(event) => change(event.target.value)}
            />
            {problem !== '' && (
              <p className={stale ? 'note' : 'error'} id={`${id}problem`} role="alert">
                {stale ? words.again : problem}
              </p>
            )}
          </div>
          <div className="row">
            {stale ? (
              <button
                className="btn primary"
                type="button"
                onClick={() => void leaveFor(store, { maxAge: 0 }).catch(() => {})}
              >
                {words.signIn}
              </button>
            ) : (
              <button className="btn primary" type="submit" aria-disabled={busy || undefined}>
                {busy ? words.taking : words.take}
              </button>
            )}
            <button
              className="btn"
              type="button"
              onClick={() => {
                change('');
                setStale(false);
                setOpen(false);
              }}
            >
              {words.cancel}
            </button>
          </div>
        </>
      ) : (
        <div className="row">
          <button className="btn" type="button" onClick={() => setOpen(true)}>
            {words.open}
          </button>
        </div>
      )}
    </form>
  );
};

/**
 * Returns the offer to take the role without approval, if there is one. Requests the offers separately, because
 * decisions contain offers only for permissions.
 */
const useOfferOf = (store: Store, name: string | undefined): Offer | undefined => {
  const { explain } = store.source;
  const [found, setFound] = useState<{ of: string; offer: Offer | undefined }>();
  useEffect(() => {
    if (name === undefined || !explain?.offersAtOnce) return;
    let current = true;
    const asking = async () => (await explain.offersAtOnce?.())?.items.map(offerIn);
    asking().then(
      (offers) => current && setFound({ of: name, offer: offers?.find((offer) => offer?.role.name === name) }),
      () => {}, // Ignored, because the user can still request the role.
    );
    return () => {
      current = false;
    };
  }, [explain, name]);
  return found?.of === name ? found?.offer : undefined;
};

/**
 * Returns the offer of a source if it is valid. Applications can write their own sources, so the offer must be
 * checked.
 */
const offerIn = (offered: OwnDecision['atOnce'] | undefined): Offer | undefined => {
  const { role, seconds } = offered ?? {};
  const readable = [role?.id, role?.name, role?.title].every((text) => typeof text === 'string');
  return role && readable && typeof seconds === 'number' ? { role, seconds } : undefined;
};

/**
 * Returns the response of a source if it is valid.
 * @throws Error otherwise
 */
const takenIn = (answer: TakenAtOnce): TakenAtOnce => {
  if (typeof answer?.ends === 'string') return answer;
  throw new Error('The answer cannot be read. Try again.');
};

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
