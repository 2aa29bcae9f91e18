import type { Token } from '@licet/rule';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { NoIcon, YesIcon } from '../../ui/icon.tsx';
import { CircleDashedIcon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Checked, useSignature } from './keys-field.tsx';
import { instantOf, type Reading } from './reading.ts';
import { words } from './words.ts';
import '../../ui/section.css';
import './inspect.css';

/** Whether the token is valid or expired, with a countdown, and the times that were checked. */
export function Validity({ token, reading, keys }: { token: Token; reading: Reading; keys: string }): ReactNode {
  const { claims, issuer } = reading;
  const until = token.exp * 1000;
  const expired = usePassed(until);
  const signature = useSignature(reading, keys);
  const isOpen = signature?.state === 'checking' || signature?.state === 'unchecked';
  const unverified = signature !== undefined && !isOpen && signature.state !== 'fits';
  const tone = expired || unverified ? 'no' : isOpen ? 'open' : 'yes';
  const Icon = { no: NoIcon, open: CircleDashedIcon, yes: YesIcon }[tone];
  const end = instantOf(token.exp);
  const ends = end ? timeText(end) : words.never;
  const issued = instantOf(claims?.iat);
  return (
    <div className="validity">
      <div className="validity-head">
        <Icon className={`tone-${tone}`} />
        <h2 className={`tone-${tone}`}>{headOf(expired, signature)}</h2>
        {!expired && <Countdown until={until} from={issued?.getTime()} />}
      </div>
      <VisuallyHidden>
        <span role="status">
          {unverified || tone === 'open'
            ? `${headOf(expired, signature)}.`
            : expired
              ? words.nowExpired(ends)
              : words.nowValid(ends)}
        </span>
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
        <dd>{issuer?.name === undefined ? words.wellFormedWhy : words.readAs(issuer.name, issuer.roles)}</dd>
        <dt>
          <StatusTag kind={expired ? 'no' : 'yes'}>{expired ? words.tooLate : words.inTime}</StatusTag>
        </dt>
        <dd>{expired ? words.tooLateWhy : words.inTimeWhy}</dd>
        <dt>
          <StatusTag kind={signature === undefined || isOpen ? 'unused' : unverified ? 'no' : 'yes'}>
            {words.signature}
          </StatusTag>
        </dt>
        <dd>
          <span role="status">
            {signature ? (
              signatureText(signature)
            ) : (
              <>
                {words.signatureWhy} <span className="text-faint">{words.anybody}</span>
              </>
            )}
          </span>
        </dd>
      </dl>
    </div>
  );
}

function headOf(expired: boolean, signature: Checked | undefined): string {
  const state = signature?.state ?? 'fits';
  if (state === 'differs') return words.forged;
  if (state === 'checking' || state === 'unchecked') return expired ? words.expired : words[state];
  if (state !== 'fits') return words.unverified;
  return expired ? words.expired : words.valid;
}

function signatureText(signature: Checked): string {
  if (signature.state === 'fits') return words.signatures.fits(signature.algorithm, signature.key);
  return signature.state === 'key_missing'
    ? words.signatures.key_missing(signature.key)
    : words.signatures[signature.state];
}

/** The countdown, hidden from screen readers, which would read it out every second. */
function Countdown({ until, from }: { until: number; from: number | undefined }): ReactNode {
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

/** The time of day, with the date unless it is today. */
function timeText(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return formatDate(at, today ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'medium' });
}

/** The time left until an instant, both in ms since the epoch: "3:36", "2:05:09", "12 d 03:00:00". Never negative. */
export function leftText(until: number, now: number): string {
  const seconds = Math.max(Math.ceil((until - now) / 1000), 0);
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  if (days > 0) return `${formatNumber(days)} d ${two(hours)}:${two(minutes)}:${rest}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The current time in ms since the epoch, updated every full second until `until` (ms), and once more at that instant.
 */
export function useSeconds(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      if (at < until) timer = window.setTimeout(tick, Math.min(until - at, (until - at) % 1000 || 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return now;
}

/** Whether an instant (ms) has passed. Updates at that instant, and when the tab becomes visible again. */
function usePassed(at: number): boolean {
  const [passed, setPassed] = useState(() => Date.now() >= at);
  useEffect(() => {
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      const left = at - Date.now();
      setPassed(left <= 0);
      if (left > 0) timer = window.setTimeout(look, Math.min(left, LONGEST_TIMER_MS));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return passed;
}
