'use client';

import type { OwnDecision } from '@licet/client';
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { keepDraft, readDraft } from './draft.ts';
import type { Words } from './words.ts';

export interface AskFormProps {
  /** The name of the requested permission or role. Unsent text is stored under `owner` and this name. */
  readonly name: string;
  readonly owner: string | undefined;
  readonly decision: OwnDecision | undefined;
  readonly words: Words;
  readonly onAsk: (question: { reason: string; seconds: number }) => Promise<unknown>;
}

const DAY = 86_400;
const DURATIONS = [7200, DAY, 7 * DAY];

/** The form that requests access, with a duration and a reason. The typed text is stored until it is sent. */
export const AskForm = ({ name, owner, decision, words, onAsk }: AskFormProps): ReactNode => {
  const [draft, setDraft] = useState(() => readDraft(owner, name) ?? { why: '', seconds: DAY });
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const why = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblem('');
    keepDraft(owner, name, next.why === '' ? undefined : next);
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    const reason = draft.why.trim();
    if (reason === '') {
      setProblem(words.sayWhy);
      why.current?.focus();
      return;
    }
    setSending(true);
    try {
      await onAsk({ reason, seconds: draft.seconds });
      keepDraft(owner, name, undefined);
    } catch (error) {
      setProblem(words.failed(error, words.notSent));
    }
    setSending(false);
  };

  return (
    <form className="part" onSubmit={send} noValidate>
      <div className="field">
        <span className="label" id={`${id}for`}>
          {words.ask}
        </span>
        <div className="seg" role="radiogroup" aria-labelledby={`${id}for`}>
          {DURATIONS.map((seconds) => (
            <label key={seconds}>
              <input
                type="radio"
                name={`${id}seconds`}
                checked={draft.seconds === seconds}
                onChange={() => change({ seconds })}
              />
              <bdi>{words.lasting(seconds)}</bdi>
            </label>
          ))}
        </div>
      </div>
      <div className="field">
        <label className="label" htmlFor={`${id}why`}>
          {words.why}
        </label>
        <textarea
          ref={why}
          id={`${id}why`}
          rows={3}
          maxLength={1000}
          required
          aria-invalid={problem !== '' && draft.why.trim() === ''}
          aria-describedby={problem === '' ? undefined : `${id}problem`}
          value={draft.why}
          onChange={(event) => change({ why: event.target.value })}
        />
        {problem !== '' && (
          <p className="error" id={`${id}problem`} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="row">
        <button className="btn primary" type="submit" aria-disabled={sending || undefined}>
          {sending ? words.asking : words.ask}
        </button>
        {decision && <p className="note">{words.deciding(decision)}</p>}
      </div>
    </form>
  );
};
