import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRoundShown, MailRound } from '../../blocks/mail-round.tsx';
import { client } from '../../session/client.ts';
import { invitationWords as words } from './invitation-words.ts';
import { lastRounds } from './queries.ts';
import './users.css';

/** How far the newest round of invitations is, while there is something to see. */
export function LastRound(): ReactNode {
  const [round] = useQuery(lastRounds).data?.items ?? [];
  if (!round || !isRoundShown(round)) return null;
  return (
    <div className="invitation-round">
      <MailRound
        round={round}
        label={words.round}
        states={words.states}
        onStop={(id) => client.invitations.stop({ params: { round: id } })}
      />
    </div>
  );
}
