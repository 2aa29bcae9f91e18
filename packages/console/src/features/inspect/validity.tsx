import type { Token } from '@licet/rule';
import type { ReactNode } from 'react';
import { formatDate } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { NoIcon, YesIcon } from '../../ui/state-icons.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { leftText } from './countdown.ts';
import { instantOf, type Reading } from './reading.ts';
import { usePassed, useSeconds } from './use-clock.ts';
import { words } from './words.ts';
import '../../ui/section.css';
import './inspect.css';

/** Valid or expired, with the time left running, and what was looked at. */
export function Validity({ token, claims }: { token: Token; claims: Reading['claims'] }): ReactNode {
  const until = token.exp * 1000;
  const expired = usePassed(until);
  const end = instantOf(token.exp);
  const ends = end ? timeText(end) : words.never;
  const issued = instantOf(claims?.iat);
  return (
    <div className="validity">
      <div className="validity-head">
        {expired ? <NoIcon className="tone-no" /> : <YesIcon className="tone-yes" />}
        <h2 className={expired ? 'tone-no' : 'tone-yes'}>{expired ? words.expired : words.valid}</h2>
        {!expired && <Left until={until} from={issued?.getTime()} />}
      </div>
      <VisuallyHidden>
        <span role="status">{expired ? words.nowExpired(ends) : words.nowValid(ends)}</span>
      </VisuallyHidden>
      {!expired && issued && <Band until={until} from={issued.getTime()} />}
      <div className="validity-ends text-faint small">
        <span>{issued && words.issued(timeText(issued))}</span>
        <span>{expired ? words.ended(ends) : words.ends(ends)}</span>
      </div>
      <dl className="facts token-checks">
        <dt>
          <StatusTag kind="yes">{words.wellFormed}</StatusTag>
        </dt>
        <dd>{words.wellFormedWhy}</dd>
        <dt>
          <StatusTag kind={expired ? 'no' : 'yes'}>{expired ? words.tooLate : words.inTime}</StatusTag>
        </dt>
        <dd>{expired ? words.tooLateWhy : words.inTimeWhy}</dd>
        <dt>
          <StatusTag kind="unused">{words.signature}</StatusTag>
        </dt>
        <dd>
          {words.signatureWhy} <span className="text-faint">{words.anybody}</span>
        </dd>
      </dl>
    </div>
  );
}

/** The running time, for eyes: it is not read out every second. */
function Left({ until, from }: { until: number; from: number | undefined }): ReactNode {
  const now = useSeconds(until);
  return (
    <span className="validity-left" role="timer" aria-live="off" aria-label={words.timeLeft}>
      <b>{leftText(until, now)}</b>
      <span className="text-muted">{from === undefined ? words.left : words.leftOf(leftText(until, from))}</span>
    </span>
  );
}

function Band({ until, from }: { until: number; from: number }): ReactNode {
  const now = useSeconds(until);
  return (
    <Meter
      label={words.timeLeft}
      tone="yes"
      value={Math.max(until - now, 0)}
      max={until - from}
      text={leftText(until, now)}
    />
  );
}

/** The time of today, the date as well on other days. */
function timeText(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return formatDate(at, today ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'medium' });
}
