import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { ShowMore, type ShowMoreProps } from '../../blocks/show-more.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { InboxIcon } from '../../ui/page-icons.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { View } from './address.ts';
import { RequestList, RequestListSkeleton } from './request-list.tsx';
import type { Picked } from './use-picked.ts';
import { togetherWords, words } from './words.ts';
import './requests.css';

export interface RequestsBodyProps {
  view: View | undefined;
  query: ShowMoreProps['query'] & { error: unknown; refetch: () => unknown };
  rows: readonly AccessRequest[] | undefined;
  shown: string | undefined;
  picked: Picked | undefined;
  /** On a phone: opens the panel of the selected requests. */
  onTogether: () => void;
}

/** The content of the list: loading, failed, empty, or the requests. */
export function RequestsBody(props: RequestsBodyProps): ReactNode {
  return <div className="body">{contentOf(props)}</div>;
}

function contentOf({ view, query, rows, shown, picked, onTogether }: RequestsBodyProps): ReactNode {
  if (query.error && rows === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (view === undefined || rows === undefined) return <RequestListSkeleton />;
  if (rows.length === 0) return <Nothing view={view} />;
  return (
    <>
      {picked && picked.able.length > 1 && <Picking picked={picked} onTogether={onTogether} />}
      <RequestList view={view} rows={rows} shown={shown} picked={picked} />
      <ShowMore query={query} />
      {view === 'waiting' && <p className="text-faint small request-note">{words.lapses}</p>}
    </>
  );
}

/** Above the list: selects all requests, or shows how many are selected. */
function Picking({ picked, onTogether }: { picked: Picked; onTogether: () => void }): ReactNode {
  const { able, requests } = picked;
  const count = requests.length;
  return (
    <div className="request-picking">
      <Checkbox
        label={count === 0 ? togetherWords.pickAll : togetherWords.picked(count, able.length)}
        checked={count === able.length}
        mixed={count > 0 && count < able.length}
        onChange={(all) => picked.set(all ? able.map(({ id }) => id) : [])}
      />
      {count === 0 ? (
        <span className="hide-on-phone push-end">
          <KeyHint keys={['X']}>{togetherWords.pickKey}</KeyHint>
        </span>
      ) : (
        <span className="only-on-phone push-end">
          <Button small onClick={onTogether}>
            {togetherWords.open}
          </Button>
        </span>
      )}
    </div>
  );
}

function Nothing({ view }: { view: View }): ReactNode {
  const { title, text } = words.empty[view];
  const now = useAsOf() === undefined;
  return (
    <EmptyState
      icon={InboxIcon}
      title={title}
      action={
        view === 'mine' && now ? (
          <ButtonLink icon={PlusIcon} to="/requests" search={{ view, add: '1' }} activeProps={{}}>
            {words.askFirst}
          </ButtonLink>
        ) : undefined
      }
    >
      {text}
    </EmptyState>
  );
}
