import type { AccessRequest, RequestStep } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { AskedName, asksText } from '../../blocks/asks.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { usePermission } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { RequestEvidence } from './request-evidence.tsx';
import { besideWords, stepWords, words } from './words.ts';
import './inbox.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { recordedText } from '../../blocks/recorded.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useDraft } from '../../ui/form-draft.ts';
import { formatList } from '../../ui/format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Timeline } from '../../ui/section.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-field.tsx';

/** The request as it was made: the user, what is requested, where, for how long and why. */
export function RequestHead({ request }: { request: AccessRequest }): ReactNode {
  const own = useMe()?.user.id === request.user.id;
  const { user, application, asks, seconds, reason, place, askedAt, lapsesAt, state } = request;
  return (
    <div>
      <div className="request-who">
        <Avatar name={user.name} size="large" />
        <div className="grow">
          <h2>
            {own ? words.you : <Requester {...user} />}{' '}
            {state !== 'pending' ? words.hasAsked : own ? words.ask1 : words.asks} {asksText(asks)}
          </h2>
          <div className="text-faint small">{user.detail}</div>
          <div className="text-muted">
            {asksText(asks).endsWith(asks.name) ? (
              words.inHead(application.name)
            ) : (
              <>
                <AskedName asks={asks} /> {words.inApplication(application.name)}
              </>
            )}
            , {words.forLong(lengthText(seconds))}
          </div>
        </div>
      </div>
      <blockquote className="request-quote">{reason}</blockquote>
      <p className="text-faint small">
        {words.asked} <Time at={askedAt} />
        {place !== '' && (SCREEN_PART.test(place) ? words.from(place) : words.fromPlain(place))}
        {/* Separate elements instead of sentences, because a time may end with a full stop (“7. Dez.”). */}
        {state === 'pending' && (
          <>
            {' · '}
            {words.lapsesAt} <Time at={lapsesAt} />
          </>
        )}
      </p>
      {!own && <RequestEvidence request={request} />}
    </div>
  );
}

/** The requester, as a link for viewers who may open their page. */
function Requester({ id, name }: AccessRequest['user']): ReactNode {
  const mayOpen = usePermission('users.read');
  if (!mayOpen) return <bdi>{name}</bdi>;
  return (
    <PlainLink to="/users/$user" params={{ user: id }}>
      <bdi>{name}</bdi>
    </PlainLink>
  );
}

/** Matches a place that names a control, such as `button “Refund” on invoice 7`. It is shown as “from the button …”. */
const SCREEN_PART = /^(button|link|menu|page|screen|tab|table|form) /;

/** The steps of the approval: finished, current and later ones, and how long a decision usually takes. */
export function RequestSteps({ request }: { request: AccessRequest }): ReactNode {
  const { steps, votes, usualSeconds, proposedBy, decidesFor } = request;
  const me = useMe()?.user;
  const decides = request.mayDecide === 'yes' && decidesFor === null;
  const viewer = decides ? me?.id : undefined;
  const simple = steps.length === 1 && steps[0]?.needed === 1;
  return (
    <section className="request-steps">
      {!simple && (
        <ol>
          {steps.map((step, index) => {
            const place = index + 1;
            const given = votes.filter((vote) => vote.step === place);
            return (
              <li key={place} aria-current={step.state === 'now' ? 'step' : undefined}>
                <StatusTag kind={kinds[step.state]}>
                  <b>{stepWords.step(place, steps.length)}</b>
                </StatusTag>
                <div>
                  {given.map(({ by, for: whose, at }) => (
                    <p key={by.id}>
                      {whose ? stepWords.approvedFor(by.name, whose.name) : stepWords.approvedBy(by.name)},{' '}
                      <Time at={at} />
                    </p>
                  ))}
                  {step.state !== 'done' && <p className="text-muted">{deciderText(step, viewer)}</p>}
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <p className="text-muted small">
        {[
          simple && steps[0] ? deciderText(steps[0], viewer) : '',
          usualSeconds === null ? '' : stepWords.usually(lengthText(Math.max(60, usualSeconds))),
          proposedBy ? stepWords.proposed(proposedBy.name) : '',
          decidesFor ? stepWords.inPlace(decidesFor.name) : '',
        ]
          .filter((sentence) => sentence !== '')
          .join(' ')}
      </p>
    </section>
  );
}

const kinds: Record<RequestStep['state'], StatusKind> = { done: 'yes', now: 'waiting', later: 'unused' };

/**
 * The approvers in words. `viewer` is the id of a viewer who may decide now. If the step does not name them, they decide
 * as administrator.
 */
export function deciderText(step: RequestStep, viewer: string | undefined): string {
  const { deciders, deciderCount, needed, given, owners, state } = step;
  if (viewer === undefined || state !== 'now' || needed - given > 1) return whoText(step);
  const rest = deciders.filter(({ id }) => id !== viewer).map(({ name }) => name);
  const unnamed = deciderCount - deciders.length;
  const names = unnamed > 0 ? [...rest, stepWords.otherApprovers(unnamed)] : rest;
  if (deciders.some(({ id }) => id === viewer))
    return names.length === 0 ? stepWords.mayAlone : stepWords.mayWith(formatList(names, 'or'));
  if (names.length === 0) return stepWords.mayAlone;
  // The viewer may be among the approvers who are not named.
  if (unnamed > 0) return stepWords.mayToo(formatList(names));
  return (owners ? stepWords.asOwnersAdministrator : stepWords.asAdministrator)(formatList(names));
}

/** The approvers in words: “Maya Lindqvist and 2 others decide; two must approve.” */
function whoText({ deciders, deciderCount, needed, given, owners }: RequestStep): string {
  const others = deciderCount - deciders.length;
  const names = deciders.map(({ name }) => name);
  const missing = needed - given;
  // If there are too few owners, name administrators too: users who manage all grants may decide in place of owners.
  const few = owners && deciderCount < missing ? [stepWords.administrator] : [];
  const listed = formatList([...names, ...(others > 0 ? [stepWords.others(others)] : []), ...few], 'or');
  if (listed === '') return stepWords.nobody;
  return missing > 1 ? stepWords.decideAll(listed, missing) : stepWords.decide(listed);
}

const commentsQuery = ({ id, comments }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'comments', id, comments],
    queryFn: ({ signal }) => client.requests.comments({ params: { request: id }, signal }),
  });

/** The comments on a request, and a field for a new one while it is pending. */
export function RequestComments({
  request,
  folded,
}: {
  request: AccessRequest;
  /** Shows the field only after a button is pressed, because the panel has another field. */
  folded?: boolean | undefined;
}): ReactNode {
  const own = useMe()?.user.id === request.user.id;
  const now = useAsOf() === undefined;
  const concerned = own || (request.mayDecide !== 'closed' && request.mayDecide !== 'not_a_decider');
  const talks = now && request.state === 'pending' && concerned;
  const { data, error, refetch } = useQuery({ ...commentsQuery(request), enabled: request.comments > 0 });
  if (!talks && request.comments === 0) return null;
  if (talks && folded && request.comments === 0) return <Say request={request} folded />;
  return (
    <section aria-label={besideWords.comments}>
      <div className="section-head">
        <h3>{besideWords.comments}</h3>
        {request.comments > 0 && <span className="number">{request.comments}</span>}
      </div>
      {error && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {data && request.comments > 0 && (
        <Timeline
          events={data.items.map(({ id, by, at, text }) => ({
            id,
            what: (
              <>
                <b>{recordedText(by.name)}</b>: {text}
              </>
            ),
            at: <Time at={at} />,
          }))}
        />
      )}
      {talks && <Say request={request} folded={folded} />}
    </section>
  );
}

function Say({ request, folded }: { request: AccessRequest; folded?: boolean | undefined }): ReactNode {
  const [draft, keep, forget] = useDraft(`comment ${request.id}`, { text: '' });
  const [empty, setEmpty] = useState(false);
  const [opened, setOpened] = useState(false);
  const say = useAction(async () => {
    const text = draft.text.trim();
    setEmpty(text === '');
    if (text === '') return;
    await client.requests.comment({ params: { request: request.id }, body: { text } });
    forget();
  });
  if (folded && !opened && draft.text === '')
    return (
      <div>
        <Button kind="quiet" onClick={() => setOpened(true)}>
          {besideWords.write}
        </Button>
      </div>
    );
  return (
    <div className="form">
      <TextArea
        label={besideWords.comment}
        {...(opened && { autoFocus: true })}
        hint={besideWords.commentHint}
        rows={2}
        error={empty ? besideWords.commentEmpty : undefined}
        value={draft.text}
        onChange={(text) => {
          setEmpty(false);
          keep({ text });
        }}
      />
      {say.problem && <ProblemNote problem={say.problem} />}
      <div>
        <Button pending={say.pending} onClick={say.run}>
          {besideWords.say}
        </Button>
      </div>
    </div>
  );
}
