import type { PlanOutcome, PolicyChange } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { isRoundShown, MailRound, MailWaits } from '../../blocks/mail-round.tsx';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { lastMails } from './policy-form.ts';
import { mailingWords as words } from './words.ts';

/** Sends a mail to the users of one outcome: what the new rules require of them, and what to do. */
export function MailPeople({
  changed,
  ...mailing
}: {
  policy: PolicyChange;
  outcome: PlanOutcome;
  count: number;
  /** Whether the form differs from the rules in force. */
  changed: boolean;
}): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button small icon={MailIcon} onClick={() => setAsking(true)}>
        {words.mailThem}
      </Button>
      {asking && <MailDialog {...mailing} dated={changed} onClose={() => setAsking(false)} />}
    </>
  );
}

function MailDialog({
  policy,
  outcome,
  count,
  dated,
  onClose,
}: {
  policy: PolicyChange;
  outcome: PlanOutcome;
  count: number;
  /** Whether the rules are not in force yet, so that the mail can say when they begin. */
  dated: boolean;
  onClose: () => void;
}): ReactNode {
  const [from, setFrom] = useState<Date | null>(null);
  const mails = useSendsMail();
  return (
    <ConfirmDialog
      title={words.title(count)}
      action={words.action}
      done={words.begun(mails)}
      run={() => client.policy.mail({ body: { policy, outcome, from: from?.toISOString() ?? null } })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <MailWaits />
      {dated && (
        <DateTimeField
          label={words.from}
          hint={words.fromHint}
          optional
          value={from}
          onChange={setFrom}
          min={new Date()}
        />
      )}
    </ConfirmDialog>
  );
}

/** The progress of the newest round of mails; renders nothing without one. */
export function LastMails(): ReactNode {
  const [round] = useQuery(lastMails).data?.items ?? [];
  if (!round || !isRoundShown(round)) return null;
  return (
    <MailRound
      round={round}
      label={words.round}
      states={words.states}
      onStop={(id) => client.policy.stopMails({ params: { round: id } })}
    />
  );
}
