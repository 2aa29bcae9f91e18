import type { AccessRequest } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AskedFor } from '../../../blocks/asks.tsx';
import { endingText } from '../../../blocks/endings.ts';
import { useAction } from '../../../blocks/use-action.ts';
import { useMe } from '../../../session/me.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { CheckIcon, CircleCheckIcon, ClockIcon } from '../../../ui/icons.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { Lines, Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { EndsAt, Time, useNow } from '../../../ui/time.tsx';
import { undoApproval } from '../outcome.tsx';
import { nextEndingsQuery, requestsQuery } from '../queries.ts';
import { besideWords } from '../words.ts';
import { todoWords, emptyWords as words } from './words.ts';
import './todo.css';

/** Shown when nothing waits: the access that ends next, and what the viewer decided today. */
export function NothingToDo(): ReactNode {
  const me = useMe()?.user.id;
  const now = useNow();
  const next = useQuery(nextEndingsQuery).data?.items ?? [];
  const decided = useInfiniteQuery(requestsQuery('decided')).data?.pages[0]?.items ?? [];
  const done = decidedToday(decided, me, now);
  return (
    <div className="body">
      <div className="nothing-to-do">
        <EmptyState icon={CircleCheckIcon} title={words.title}>
          {words.decided(done.length)}
        </EmptyState>
        {next.length > 0 && (
          <Section title={words.next}>
            <Lines label={words.next}>
              {next.map((it) => {
                const { id, what, holder, ends } = endingText(it);
                return (
                  <div key={id}>
                    <ClockIcon />
                    <span className="grow">
                      {it.kind === 'exception'
                        ? todoWords.exceptionEnds(what, holder.name)
                        : todoWords.endsFor(what, holder.name)}
                    </span>
                    <span className="text-muted small nowrap">
                      <EndsAt at={ends} />
                    </span>
                  </div>
                );
              })}
            </Lines>
          </Section>
        )}
        {done.length > 0 && (
          <Section
            title={words.done}
            n={formatNumber(done.length)}
            end={
              <TextLink to="/inbox" search={{ view: 'decided' }} className="small">
                {words.all}
              </TextLink>
            }
          >
            <Lines label={words.done}>
              {done.slice(0, LINES_SHOWN).map((request) => (
                <Done key={request.id} request={request} now={now} />
              ))}
            </Lines>
          </Section>
        )}
      </div>
    </div>
  );
}

const LINES_SHOWN = 8;

/** The requests that the viewer decided since midnight, latest first. */
export function decidedToday(
  requests: readonly AccessRequest[],
  me: string | undefined,
  now: Date,
): readonly AccessRequest[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const timeOf = ({ decision }: AccessRequest) => Date.parse(decision?.at ?? '');
  return requests
    .filter((it) => me !== undefined && it.decision?.by?.id === me && timeOf(it) >= midnight)
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

function Done({ request, now }: { request: AccessRequest; now: Date }): ReactNode {
  const { id, user, asks, decision, state, undoUntil } = request;
  const undo = useAction(() => undoApproval(request));
  return (
    <div>
      <CheckIcon />
      <span className="grow">
        {words.states[state === 'denied' ? 'denied' : 'approved']}{' '}
        <TextLink to="/inbox" search={{ view: 'decided', request: id }}>
          {user.name}
        </TextLink>
        , <AskedFor asks={decision?.gives ?? asks} />
        {undo.problem && <ProblemNote problem={undo.problem} />}
      </span>
      {undoUntil !== null && new Date(undoUntil) > now ? (
        <Button small pending={undo.pending} onClick={undo.run}>
          {besideWords.undoShort}
        </Button>
      ) : (
        <span className="text-muted small nowrap">
          <Time at={decision?.at} />
        </span>
      )}
    </div>
  );
}
