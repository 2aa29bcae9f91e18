import type { InvitationRound } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/meter.tsx';
import { showToast } from '../../ui/toast.tsx';
import { lastRounds } from './queries.ts';
import { invitationWords as words } from './words.ts';
import './invitation-round.css';

/** How far the newest round of invitations is, while there is something to see, and a button that stops it. */
export function LastRound(): ReactNode {
  const [round] = useQuery(lastRounds).data?.items ?? [];
  if (!round || !isShown(round)) return null;
  return <Round round={round} />;
}

function Round({ round }: { round: InvitationRound }): ReactNode {
  const { total, looked, queued, state, mails, skipped } = round;
  const stop = useAction(
    async () => void (await client.invitations.stop({ params: { round: round.id } })),
    (problem) => showToast({ tone: 'no', text: problem.title }),
  );
  const settled = mails.sent + mails.failed + mails.dropped + (looked - queued);
  const left = skipped.map(({ why, count }) => words.skipped(count, words.why[why]));
  return (
    <section className="invitation-round" aria-label={words.round}>
      <Progress
        label={words.states[state]}
        value={settled}
        max={total}
        text={words.sentOf(mails.sent, total)}
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

/** As long as something is under way, and a while after it began. */
const isShown = (round: InvitationRound) => stoppable(round) || Date.now() - Date.parse(round.startedAt) < anHour;
const anHour = 3_600_000;
