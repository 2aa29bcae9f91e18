'use client';

import type { AccessRequest, RequestComment } from '@licet/client';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { commentsIn } from '../use-decision-of.ts';
import { AskForm } from './ask-form.tsx';
import { ClockIcon, NoIcon, YesIcon } from './icons.tsx';
import { stateOf } from './state-of.ts';
import type { Refusal } from './use-refusal.ts';
import type { Words } from './words.ts';

/**
 * Shows the state of the user's request, or the form for a new request. Shows nothing if the source accepts no
 * requests.
 */
export const RequestPart = ({ refusal, words }: { readonly refusal: Refusal; readonly words: Words }): ReactNode => {
  const { decision, error, request, now } = refusal;
  const [again, setAgain] = useState('');
  const state = stateOf(refusal);
  if (state === 'refused') return null;
  if (state === 'failed')
    return (
      <div className="part stack">
        <p className="error" role="alert">
          {words.failed(error, words.unread)}
        </p>
        <div className="row">
          <button className="btn" type="button" onClick={refusal.reload}>
            {words.tryAgain}
          </button>
        </div>
      </div>
    );
  if (state === 'loading')
    return (
      <div className="part stack">
        <span className="bar tall" />
        <span className="bar tall" />
      </div>
    );
  if (request && state === 'pending') return <Waiting refusal={refusal} request={request} words={words} />;
  if (request && state === 'approved') return <Arriving request={request} now={now} words={words} />;
  if (request && state === 'denied' && again !== request.id)
    return <Refused request={request} now={now} words={words} onAgain={() => setAgain(request.id)} />;
  return (
    <AskForm
      key={refusal.name}
      name={refusal.name}
      owner={refusal.owner}
      decision={decision}
      words={words}
      onAsk={refusal.ask}
    />
  );
};

const Waiting = ({
  refusal,
  request,
  words,
}: {
  readonly refusal: Refusal;
  readonly request: AccessRequest;
  readonly words: Words;
}): ReactNode => {
  const { decision, now } = refusal;
  const { busy, problem, send } = useSending(words);
  const withdraw = () => send(() => refusal.withdraw(request), words.notWithdrawn);
  return (
    <div className="part stack">
      <div className="head" role="status">
        <ClockIcon />
        <div>
          <b>{words.asked(request, now)}</b>
          <p>{words.waits(turnOf(request) ?? decision)}</p>
          <Steps request={request} now={now} words={words} />
        </div>
      </div>
      <p className="quote">
        <q>{request.reason}</q>
      </p>
      {problem}
      <Talk refusal={refusal} request={request} words={words} />
      <div className="row">
        <button className="btn" type="button" onClick={withdraw} aria-disabled={busy || undefined}>
          {words.withdraw}
        </button>
      </div>
    </div>
  );
};

/** Returns the current step, or undefined if the source has no steps. */
const turnOf = ({ steps = [] }: AccessRequest) => steps.find(({ state }) => state === 'now');

/**
 * Shows the current step of an approval with several steps, such as “Step 2 of 3, since 10:30.” Also shows how long a
 * decision usually takes.
 */
const Steps = ({
  request,
  now,
  words,
}: {
  readonly request: AccessRequest;
  readonly now: number;
  readonly words: Words;
}): ReactNode => {
  const { steps = [], votes = [], askedAt, usualSeconds } = request;
  const turn = turnOf(request);
  const several = steps.length > 1 || (turn?.needed ?? 1) > 1;
  return (
    <>
      {turn && several && (
        <p>
          <b>{words.step(steps.indexOf(turn) + 1, steps.length)}</b>{' '}
          {words.standing(turn, votes.at(-1)?.at ?? askedAt, now)}
        </p>
      )}
      {usualSeconds != null && <p className="note">{words.usually(usualSeconds)}</p>}
    </>
  );
};

const Refused = (props: {
  readonly request: AccessRequest;
  readonly now: number;
  readonly words: Words;
  readonly onAgain: () => void;
}): ReactNode => {
  const { request, now, words } = props;
  const { decision } = request;
  return (
    <div className="part stack">
      <div className="head" role="status">
        <NoIcon />
        <div>
          <b>{words.refused(request, now)}</b>
        </div>
      </div>
      {decision && decision.note !== '' && (
        <p className="quote no">
          <q>{decision.note}</q>
        </p>
      )}
      <div className="row">
        <button className="btn" type="button" onClick={props.onAgain}>
          {words.askAgain}
        </button>
      </div>
    </div>
  );
};

const Arriving = ({
  request,
  now,
  words,
}: {
  readonly request: AccessRequest;
  readonly now: number;
  readonly words: Words;
}): ReactNode => {
  const { decision } = request;
  return (
    <div className="part head" role="status">
      <YesIcon />
      <div>
        <b>{words.approved(request, now)}</b>
        {decision && decision.note !== '' && (
          <p>
            <q>{decision.note}</q>
          </p>
        )}
        <p>{words.onItsWay}</p>
      </div>
    </div>
  );
};

/** Runs one action at a time. `problem` shows why the last action failed. `otherwise` is the text for an error without a sentence. */
function useSending(words: Words) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const send = async (work: () => Promise<unknown>, otherwise: string) => {
    if (busy) return;
    setBusy(true);
    setSaid('');
    try {
      await work();
    } catch (error) {
      setSaid(words.failed(error, otherwise));
    }
    setBusy(false);
  };
  const problem = said !== '' && (
    <p className="error" role="alert">
      {said}
    </p>
  );
  return { busy, problem, send };
}

/** Shows the comments on a pending request, and a field to add a comment. */
const Talk = ({
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
  const [sent, setSent] = useState<readonly RequestComment[]>([]);
  const [text, setText] = useState('');
  const { busy, problem, send } = useSending(words);
  const field = useId();
  useEffect(() => {
    if (comments === 0 || !talk?.comments) return;
    let current = true;
    talk.comments(id).then(
      (found) => current && setSent(commentsIn(found)),
      () => undefined, // Ignored, because the request is shown without comments too.
    );
    return () => {
      current = false;
    };
  }, [talk, id, comments]);
  if (!talk?.comment) return null;
  const write = talk.comment.bind(talk);
  const say = () => {
    const saying = text.trim();
    if (saying === '') return;
    void send(async () => {
      const comment = await write(id, saying);
      setSent((before) => [...before, ...commentsIn([comment])]);
      setText('');
    }, words.notSent);
  };
  return (
    <div className="field">
      {sent.map((comment) => (
        <p className="quote" key={comment.id}>
          <b>{words.who(comment.by.name)}</b> {comment.text}{' '}
          <span className="note">{words.saidAt(comment.at, now)}</span>
        </p>
      ))}
      <label className="label" htmlFor={field}>
        {words.comment}
      </label>
      <textarea id={field} rows={2} maxLength={1000} value={text} onChange={(event) => setText(event.target.value)} />
      {problem}
      <div className="row">
        <button className="btn" type="button" onClick={say} aria-disabled={busy || undefined}>
          {words.say}
        </button>
      </div>
    </div>
  );
};
