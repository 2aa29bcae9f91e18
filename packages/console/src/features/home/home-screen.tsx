import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { Page, PageBody } from '../../shell/page.tsx';
import { ErrorState, Skeleton, SkeletonHeading, SkeletonLines } from '../../ui/states.tsx';
import { useViewerKind, type ViewerKind } from './kind.ts';
import { homeQuery } from './queries.ts';
import type { HomeOf } from './rest.tsx';
import { words } from './words.ts';
import './home.css';

const Cockpit = lazy(() => import('./cockpit.tsx').then((part) => ({ default: part.Cockpit })));

// A viewer needs only one of them, and the size of the first screen is limited.
const homes: Readonly<Record<ViewerKind, LazyExoticComponent<ComponentType<HomeOf>>>> = {
  member: lazy(() => import('./member.tsx').then((part) => ({ default: part.MemberHome }))),
  auditor: lazy(() => import('./auditor.tsx').then((part) => ({ default: part.AuditorHome }))),
  decider: Cockpit,
  administrator: Cockpit,
};

/** The home page: a cockpit for each kind of viewer. */
export function HomeScreen(): ReactNode {
  const { data, error, refetch } = useQuery(homeQuery);
  const kind = useViewerKind();
  const HomeOfKind = homes[kind];
  return (
    <Suspense fallback={<Loading />}>
      {data ? (
        <HomeOfKind home={data} kind={kind} />
      ) : error ? (
        <Page title={words.title}>
          <PageBody>
            <ErrorState error={error} onRetry={() => void refetch()} />
          </PageBody>
        </Page>
      ) : (
        <Loading />
      )}
    </Suspense>
  );
}

const Loading = () => (
  <Page
    title={words.title}
    heading={<h1>{<SkeletonHeading name={words.title} width={220} />}</h1>}
    lead={<Skeleton width={260} />}
  >
    <PageBody>
      <SkeletonLines lines={5} />
    </PageBody>
  </Page>
);
