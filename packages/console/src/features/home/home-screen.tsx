import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page, PageBody } from '../../shell/page.tsx';
import { type LateComponent, lateComponent } from '../../ui/late-part.ts';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { SkeletonHeading } from '../../ui/until.tsx';
import { useViewerKind, type ViewerKind } from './kind.ts';
import { LeadOnItsWay } from './lead-on-its-way.tsx';
import { homeQuery } from './queries.ts';
import type { HomeOf } from './rest.tsx';
import { words } from './words.ts';
import './home.css';

const Cockpit = lateComponent(() => import('./cockpit.tsx').then((part) => part.Cockpit));

// A viewer needs only one of these, and the size of the first screen is limited.
const homes: Readonly<Record<ViewerKind, LateComponent<HomeOf>>> = {
  member: lateComponent(() => import('./member.tsx').then((part) => part.MemberHome)),
  auditor: lateComponent(() => import('./auditor.tsx').then((part) => part.AuditorHome)),
  decider: Cockpit,
  administrator: Cockpit,
};

/** The home page: a cockpit for each kind of viewer. */
export function HomeScreen(): ReactNode {
  const { data, error, refetch } = useQuery(homeQuery);
  const kind = useViewerKind();
  const HomeOfKind = homes[kind];
  if (data) return <HomeOfKind home={data} kind={kind} whileLoading={<Loading />} />;
  if (!error) return <Loading />;
  return (
    <Page title={words.title}>
      <PageBody>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

const Loading = () => (
  <Page
    title={words.title}
    heading={<h1>{<SkeletonHeading name={words.title} width={220} />}</h1>}
    lead={<LeadOnItsWay />}
  >
    <PageBody>
      <SkeletonLines lines={5} />
    </PageBody>
  </Page>
);
