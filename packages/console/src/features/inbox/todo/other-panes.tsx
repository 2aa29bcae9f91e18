import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/format.ts';
import { ButtonKey } from '../../../ui/key-hint.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Lines } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { Pane, type PaneParts } from '../pane.tsx';
import { syncRunQuery } from '../queries.ts';
import { sentenceOf } from './item-row.tsx';
import type { InboxItem } from './items.ts';
import { todoWords, paneWords as words } from './words.ts';
import './todo.css';
import '../../../ui/section.css';

interface OtherPaneProps<Kind extends InboxItem['kind']> extends Omit<PaneParts, 'onDecided'> {
  item: Extract<InboxItem, { kind: Kind }>;
}

/** A synchronisation that waits: the users who would leave, and a link to the connection, where it is confirmed. */
export function SyncPane({ item, ...parts }: OtherPaneProps<'sync'>): ReactNode {
  const { connection, run, at, leaving, linked } = item.of;
  const { data, error, refetch } = useQuery(syncRunQuery(connection.id));
  const title = sentenceOf(item);
  const plan = data?.run?.id === run ? data.run.plan : undefined;
  return (
    <Pane
      label={title}
      {...parts}
      foot={
        <ButtonLink
          kind="primary"
          to="/settings/$tab"
          params={{ tab: 'connections' }}
          search={{ open: connection.id }}
          aria-keyshortcuts="A"
        >
          {words.openConnection}
          <ButtonKey>A</ButtonKey>
        </ButtonLink>
      }
    >
      <div>
        <h2>{title}</h2>
        <p className="text-muted">
          {todoWords.syncOf(leaving, linked)} {' · '}
          <Time at={at} />
        </p>
      </div>
      <p>{words.syncText}</p>
      <section>
        <div className="section-head">
          <h3>{words.wouldLeave}</h3>
          <span className="number">{formatNumber(leaving)}</span>
        </div>
        {plan ? (
          <Lines label={words.wouldLeave}>
            {plan.leaving.items.map(({ user, username }) => (
              <div key={user.id}>
                <span className="grow">
                  <bdi>{user.name}</bdi> <span className="text-faint small">{username}</span>
                </span>
              </div>
            ))}
            {plan.leaving.count > plan.leaving.items.length && (
              <div className="text-faint">{words.others(plan.leaving.count - plan.leaving.items.length)}</div>
            )}
          </Lines>
        ) : error ? (
          <ErrorState small error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <p className="text-muted">{words.syncChanged}</p>
        ) : (
          <SkeletonLines lines={3} />
        )}
      </section>
    </Pane>
  );
}

/** The draft of this tab: its lines, and a link to the screen that applies them. */
export function DraftPane({ item, ...parts }: OtherPaneProps<'draft'>): ReactNode {
  const title = sentenceOf(item);
  return (
    <Pane
      label={title}
      {...parts}
      foot={
        <ButtonLink kind="primary" to="/changes" aria-keyshortcuts="A">
          {words.openDraft}
          <ButtonKey>A</ButtonKey>
        </ButtonLink>
      }
    >
      <div>
        <h2>{title}</h2>
        <p className="text-muted">{words.draftText}</p>
      </div>
      <Lines label={todoWords.draftLines(item.of.length)}>
        {item.of.map((line) => (
          <div key={line.id}>
            <span className="grow">{line.title}</span>
          </div>
        ))}
      </Lines>
    </Pane>
  );
}
