import type { ErasurePlan, Plan, User } from '@licet/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { whileEnding } from '../../blocks/ending.ts';
import { client } from '../../session/client.ts';
import { CopyField } from '../../ui/copy.tsx';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { formatList, formatNumber } from '../../ui/format.ts';
import { asProblem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { eraseWords as words } from './ending-words.ts';
import { useHandOver } from './hand-over.tsx';
import { erasurePlan } from './queries.ts';
import { WhatGoes } from './user-effects.tsx';
import './users.css';
import { Time } from '../../ui/time.tsx';

/**
 * Erases a user's personal data for good, also in past states and in the audit log. Shows what is erased and what
 * stays, and requires the username as confirmation.
 * @param user undefined if the user is already deleted; then the dialog requires the id
 */
export function EraseDialog({
  id,
  user,
  onClose,
}: {
  id: string;
  user?: User | undefined;
  onClose: () => void;
}): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const plan = useQuery(erasurePlan(id));
  const handOver = useHandOver(user);
  const expected = user?.username ?? id;
  const erase = (confirmed: Plan | undefined) =>
    whileEnding(id, async () => {
      await client.users.erase({
        params: { user: id },
        body: { ...(handOver.to && { handOver: handOver.to }), ...(confirmed && { digest: confirmed.digest }) },
      });
      await navigate({ to: '/users' });
      // Remove the user from the query cache of this page too, including the lists of other screens.
      queryClient.removeQueries({ queryKey: ['users', 'one', id] });
      queryClient.removeQueries({ type: 'inactive' });
    });
  return (
    <ConfirmDialog
      final
      title={user ? words.title(user.name) : words.titleDeleted}
      action={words.action}
      changes={user && [...handOver.changes, { call: 'users.remove', params: { user: id } }]}
      inDraft=""
      typed={{ label: user ? words.confirm(expected) : words.confirmId, expected, wrong: words.mistyped(expected) }}
      {...(!plan.data && { idle: plan.error ? words.cannot : words.counting })}
      run={erase}
      done={words.done}
      onClose={onClose}
    >
      {(confirmed) => (
        <>
          <p>{words.text}</p>
          {plan.data ? (
            <>
              <section className="erase-part">
                <h3>{words.goes}</h3>
                {user ? (
                  <WhatGoes user={user} more={erasureEffects(plan.data, user)} />
                ) : (
                  <Effects effects={erasureEffects(plan.data)} />
                )}
              </section>
              <section className="erase-part">
                <h3>{words.stays}</h3>
                <Effects effects={staying} />
              </section>
              <p>{words.elsewhere}</p>
              {handOver.section(confirmed)}
              {user && <CopyField label={words.id} value={id} hint={words.keepId} />}
            </>
          ) : plan.error ? (
            <ProblemNote problem={asProblem(plan.error)} />
          ) : (
            <SkeletonLines lines={4} />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function erasureEffects({ facts, changes, others, events }: ErasurePlan, user?: User): Effect[] {
  const names = user && [user.name, user.username, ...(user.email === null ? [] : [user.email])];
  const lines: Effect[] = [
    { id: 'facts', kind: 'lose', what: words.facts(facts), names: names && formatList(names) },
    {
      id: 'changes',
      kind: 'lose',
      what: words.changes(changes),
      names: <ErasedEvents events={events} total={changes} />,
    },
    { id: 'others', kind: 'lose', what: words.others(others) },
  ];
  const counts = [facts, changes, others];
  return lines.filter((_, at) => counts[at] !== 0);
}

const staying: readonly Effect[] = [
  { id: 'events', kind: 'same', what: words.staysEvents },
  { id: 'access', kind: 'same', what: words.staysAccess },
  { id: 'people', kind: 'same', what: words.staysPeople },
];

/**
 * The audit events from which an erasure removes texts, and the removed texts. Collapsed at first. `total` includes
 * events that are not listed.
 */
function ErasedEvents({ events, total }: { events: ErasurePlan['events']; total: number }): ReactNode {
  if (events.length === 0) return null;
  return (
    <details className="erased-events">
      <summary>{words.showEvents}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="erased-list" tabIndex={0} aria-label={words.showEvents}>
        <ol>
          {events.map(({ no, at, takesOut }) => (
            <li key={no}>
              {/* Opens in a new tab, so that the dialog stays open. */}
              <a className="link" href={`/audit?open=${no}`} target="_blank" rel="noreferrer">
                {words.event(formatNumber(no))}
              </a>{' '}
              <span className="text-faint">
                <Time at={at} />
              </span>
              <ul>
                {takesOut.map(({ field, text }) => (
                  <li key={field}>
                    <span className="text-faint">{words.field(field)}</span> {text}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {total > events.length && <p>{words.moreEvents(total - events.length)}</p>}
      </section>
    </details>
  );
}
