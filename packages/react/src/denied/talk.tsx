'use client';

import type { AccessRequest, RequestComment } from '@licet/client';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { commentsIn } from '../own-decision.ts';
import type { Refusal } from './use-refusal.ts';
import type { Words } from './words.ts';

/** Shows the comments on a pending request, and a field to add a comment. */
export const Talk = ({
  refusal,
  request,
  words,
}: {
  readonly refusal: Refusal;
  readonly request: AccessRequest;
  readonly words: Words;
}): ReactNode => {
  const { talk, now } = refusal;
  const { id, comments = 0 } = request;
  const [said, setSaid] = useState<readonly RequestComment[]>([]);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const field = useId();
  useEffect(() => {
    if (comments === 0 || !talk?.comments) return;
    let current = true;
    talk.comments(id).then(
      (found) => current && setSaid(commentsIn(found)),
      () => undefined, // Comments are optional here: the request is shown without them.
    );
    return () => {
      current = false;
    };
  }, [talk, id, comments]);
  if (!talk?.comment) return null;
  const say = async () => {
    const saying = text.trim();
    if (busy || saying === '' || !talk.comment) return;
    setBusy(true);
    setProblem('');
    try {
      const comment = await talk.comment(id, saying);
      setSaid((before) => [...before, ...commentsIn([comment])]);
      setText('');
    } catch (error) {
      setProblem(words.failed(error, words.notSent));
    }
    setBusy(false);
  };
  return (
    <div className="field">
      {said.map((comment) => (
        <p className="said" key={comment.id}>
          <b>{words.who(comment.by.name)}</b> {comment.text}{' '}
          <span className="note">{words.saidAt(comment.at, now)}</span>
        </p>
      ))}
      <label className="label" htmlFor={field}>
        {words.comment}
      </label>
      <textarea id={field} rows={2} maxLength={1000} value={text} onChange={(event) => setText(event.target.value)} />
      {problem !== '' && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button className="btn" type="button" onClick={say} aria-disabled={busy || undefined}>
          {words.say}
        </button>
      </div>
    </div>
  );
};
