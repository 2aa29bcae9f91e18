import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { LockIcon } from '../../ui/page-icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { AccessSection } from './access-section.tsx';
import { accessWords as words } from './access-words.ts';
import { userAccess } from './queries.ts';
import '../../blocks/entity-page.css';

const OPEN_UP_TO = 3;

export interface AccessTabProps {
  user: User;
  /** What is being typed, and what was handed on to the search. */
  typed: string;
  onType: (typed: string) => void;
  q: string;
  /** The applications that stand open; nothing: the first ones. */
  open: readonly string[] | undefined;
  onOpen: (applications: readonly string[]) => void;
}

/** What a user may do: an application a section, opening to the permissions and the ways they come by. */
export function AccessTab({ user, typed, onType, q, open, onOpen }: AccessTabProps): ReactNode {
  const summaries = useQuery(userAccess(user.id));
  const items = summaries.data?.items;
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const onLoaded = useCallback((application: string) => setLoaded((before) => new Set(before).add(application)), []);

  if (summaries.error && items === undefined) {
    return (
      <div className="body">
        <ErrorState error={summaries.error} onRetry={() => void summaries.refetch()} />
      </div>
    );
  }
  if (items === undefined) {
    return (
      <div className="body">
        <div className="padded">
          <SkeletonLines lines={6} />
        </div>
      </div>
    );
  }
  if (items.length === 0) return <NoAccess user={user} />;

  const shown = open ?? items.slice(0, OPEN_UP_TO).map((item) => item.application.id);
  const toggle = (id: string) => onOpen(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
  // What is below an application that is still loading is not in sight yet: it would be pushed down.
  const waiting = items.findIndex(({ application: { id } }) => shown.includes(id) && !loaded.has(id));
  return (
    <>
      <Tools wrap>
        <SearchField label={words.search} value={typed} onChange={onType} />
      </Tools>
      <div className="body access wide-table">
        {items.map((summary, index) => (
          <AccessSection
            key={summary.application.id}
            user={user}
            summary={summary}
            q={q}
            open={shown.includes(summary.application.id)}
            onToggle={() => toggle(summary.application.id)}
            hidden={waiting !== -1 && index > waiting}
            onLoaded={onLoaded}
          />
        ))}
      </div>
    </>
  );
}

function NoAccess({ user }: { user: User }): ReactNode {
  return (
    <div className="body">
      <EmptyState icon={LockIcon} title={words.empty}>
        {user.status === 'suspended' ? words.emptySuspended : words.emptyText(user.name)}
      </EmptyState>
    </div>
  );
}
