import type { Mail } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
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
          {failure.said !== null && <p>{failure.said}</p>}
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
      {preview.data ? (
        <>
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
