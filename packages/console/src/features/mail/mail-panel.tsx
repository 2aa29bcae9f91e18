import type { Mail } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ownSentence } from '../../ui/reasons/own-sentence.ts';
import { Facts, Timeline } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { mailPreview } from './queries.ts';
import { droppedWords, failureWords, stateWords, templateWords, outboxWords as words } from './words.ts';
import './mail-panel.css';

/** One mail: what it says, what became of it, and why. */
export function MailPanel({ mail, onClose }: { mail: Mail; onClose: () => void }): ReactNode {
  const preview = useQuery(mailPreview(mail.id));
  const { failure, dropped } = mail;
  return (
    <Panel title={templateWords[mail.template]} onClose={onClose}>
      {failure && (
        <Callout tone="no">
          <b>{failureWords[failure.kind]}</b>
          {failure.said !== null && <p>{ownSentence(failure.said, failure)}</p>}
        </Callout>
      )}
      {dropped && <Callout>{droppedWords[dropped]}</Callout>}
      <Facts
        facts={[
          [words.who, `${mail.user.name}, ${mail.address ?? words.noAddress}`],
          [words.state, stateWords[mail.state]],
          [words.when, <Time key="queued" at={mail.queuedAt} />],
          [words.changed, <Time key="changed" at={mail.changedAt} />],
          ...(mail.attempts > 0 ? [[words.tries, words.attempts(mail.attempts)] as const] : []),
        ]}
      />
      <MailTools mail={mail} />
      {preview.data ? (
        <>
          {preview.data.log.length > 0 && (
            <Timeline
              events={preview.data.log.map(({ at, state, failure: why }, index) => ({
                id: String(index),
                what: why ? `${stateWords[state]}: ${failureWords[why.kind]}` : stateWords[state],
                at: <Time at={at} />,
              }))}
            />
          )}
          <h3>{preview.data.subject}</h3>
          <pre className="mail-text">{preview.data.text}</pre>
          <p className="hint">{words.noLink}</p>
        </>
      ) : preview.error ? (
        <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Panel>
  );
}

/** What can be done with a mail that did not go out. */
function MailTools({ mail: { id, state } }: { mail: Mail }): ReactNode {
  const failed = ({ title, detail }: { title: string; detail?: string | undefined }) =>
    showToast({ text: detail ?? title });
  const params = { mail: id };
  const again = useAction(async () => {
    await client.mail.sendAgain({ params });
    showToast({ text: words.sentAgain });
  }, failed);
  const drop = useAction(async () => {
    await client.mail.drop({ params });
    showToast({ text: words.droppedByHand });
  }, failed);
  const stuck = state === 'failed' || state === 'held';
  if (!stuck && state !== 'waiting') return null;
  return (
    <p className="mail-tools">
      {stuck && (
        <Button small pending={again.pending} onClick={again.run}>
          {words.sendAgain}
        </Button>
      )}
      <Button small kind="quiet" pending={drop.pending} onClick={drop.run}>
        {words.drop}
      </Button>
    </p>
  );
}
