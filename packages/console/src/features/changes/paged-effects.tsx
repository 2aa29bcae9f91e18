import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EffectLinesThen } from '../../blocks/plan-effects/effects-then.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { appliedEffectsQuery } from './queries.ts';
import { words } from './words.ts';
import './changes-screen.css';

/** What a large change set brought, one user or program after the other, with a search. */
export function PagedEffects({ no, at }: { no: number; at: string }): ReactNode {
  const [q, setQ] = useState('');
  const [typed, type] = useTyped(q, setQ);
  const query = useInfiniteQuery(appliedEffectsQuery(no, q));
  const effects = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={words.effects}>
      <div className="set-search">
        <SearchField label={words.searchEffects} value={typed} onChange={type} />
      </div>
      {effects ? (
        <>
          {effects.length > 0 && <EffectLinesThen effects={effects} at={at} />}
          {effects.length === 0 && !query.hasNextPage && (
            <p className="text-muted">{q === '' ? words.noEffects : words.notFound}</p>
          )}
          {query.data?.pages[0]?.partial && <p className="small text-faint">{words.partial}</p>}
          <ShowMore query={query} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Section>
  );
}
