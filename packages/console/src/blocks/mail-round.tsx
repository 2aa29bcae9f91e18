import type { InvitationRound } from '@licet/contract';
import type { ReactNode } from 'react';
import { useSendsMail } from '../session/me.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Progress } from '../ui/meter.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { byActor } from './recorded.ts';
import { useAction } from './use-action.ts';
import { mailWords, mailRoundWords as words } from './words.ts';
import './mail-round.css';

/** The progress of a round of mails, with a button that stops it. */
export function MailRound({
  round,
  label,
  states,
  onStop,
}: {
  round: InvitationRound;
  /** The title of the round. */
  label: string;
  /** The text for each state of the round. */
  states: Readonly<Record<InvitationRound['state'], string>>;
  onStop: (round: string) => Promise<unknown>;
}): ReactNode {
  const { total, looked, queued, state, mails, skipped, by, startedAt } = round;
  const stop = useAction(
    async () => void (await onStop(round.id)),
    (problem) => showToast({ tone: 'no', text: problem.title }),
  );
  const settled = mails.sent + mails.failed + mails.dropped + (looked - queued);
  const left = skipped.map(({ why, count }) => words.skipped(count, words.why[why]));
  return (
    <section className="mail-round" aria-label={label}>
      <Progress
        label={states[state]}
        value={settled}
        max={total}
        text={words.sentOf(mails.sent, total)}
        ended={!stoppable(round)}
        action={
          stoppable(round) && (
            <p>
              <Button small pending={stop.pending} onClick={stop.run}>
                {words.stop}
              </Button>
            </p>
          )
        }
      />
      <p className="small text-muted">
        {words.askedBy(byActor(by))} <Time at={startedAt} />
      </p>
      <p className="small text-muted">
        {[
          ...(state === 'under_way' ? [words.lookedAt(looked, total)] : []),
          ...(mails.held > 0 ? [words.held(mails.held)] : []),
          ...(mails.failed > 0 ? [words.failed(mails.failed)] : []),
          ...left,
        ].join(' ')}
      </p>
    </section>
  );
}

const stoppable = ({ state, mails }: InvitationRound) => state === 'under_way' || mails.waiting + mails.held > 0;

/** Whether to show a round: while it runs, and for an hour after its start. */
export const isRoundShown = (round: InvitationRound): boolean =>
  stoppable(round) || Date.now() - Date.parse(round.startedAt) < anHour;
const anHour = 3_600_000;

/** The interval for refetching: two seconds while a round is running. */
export const roundRefetch = (rounds: readonly InvitationRound[] | undefined): number | false => {
  const [round] = rounds ?? [];
  return round && (round.state === 'under_way' || round.mails.waiting > 0) ? 2000 : false;
};

/** A note for dialogs that send mails. Without a mail server it says that the mails will wait. */
export function MailWaits({ children }: { children?: ReactNode }): ReactNode {
  if (useSendsMail()) return null;
  return (
    <Callout tone="ending">
      <b>{mailWords.waits}</b> {children}
    </Callout>
  );
}
