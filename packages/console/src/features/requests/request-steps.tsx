import type { AccessRequest, RequestStep } from '@licet/contract';
import type { ReactNode } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { formatList } from '../../ui/format.ts';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { stepWords as words } from './words.ts';
import './requests.css';

/** How the approval stands: what is done, whose turn it is, what follows, and how long it usually takes. */
export function RequestSteps({ request }: { request: AccessRequest }): ReactNode {
  const { steps, votes, usualSeconds, proposedBy, decidesFor } = request;
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
                  <b>{words.step(place, steps.length)}</b>
                </StatusTag>
                <div>
                  {given.map(({ by, for: whose, at }) => (
                    <p key={by.id}>
                      {whose ? words.approvedFor(by.name, whose.name) : words.approvedBy(by.name)}, <Time at={at} />
                    </p>
                  ))}
                  {step.state !== 'done' && <p className="text-muted">{whoText(step)}</p>}
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <p className="text-muted small">
        {[
          simple && steps[0] ? whoText(steps[0]) : '',
          usualSeconds === null ? '' : words.usually(lengthText(Math.max(60, usualSeconds))),
          proposedBy ? words.proposed(proposedBy.name) : '',
          decidesFor ? words.inPlace(decidesFor.name) : '',
        ]
          .filter((sentence) => sentence !== '')
          .join(' ')}
      </p>
    </section>
  );
}

const kinds: Record<RequestStep['state'], StatusKind> = { done: 'yes', now: 'waiting', later: 'unused' };

/** “Maya Lindqvist and 2 others decide; two must approve.” */
function whoText({ deciders, deciderCount, needed, given, owners }: RequestStep): string {
  const others = deciderCount - deciders.length;
  const names = deciders.map(({ name }) => name);
  const missing = needed - given;
  // Whoever looks after all grants decides where owners do, and is not among them by name.
  const few = owners && deciderCount < missing ? [words.administrator] : [];
  const listed = formatList([...names, ...(others > 0 ? [words.others(others)] : []), ...few], 'or');
  if (listed === '') return words.nobody;
  return missing > 1 ? words.decideAll(listed, missing) : words.decide(listed);
}
