import { calls, type ScreenName } from '@licet/contract';
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { addressReader } from '../blocks/address.ts';
import { readApplication, readApplications } from '../features/applications/address.ts';
import { readAudit } from '../features/audit/address.ts';
import { readDifferences } from '../features/differences/address.ts';
import { readEmergencies } from '../features/emergencies/address.ts';
import { readExplain } from '../features/explain/address.ts';
import { readGroup, readGroups } from '../features/groups/address.ts';
import { readMe } from '../features/me/address.ts';
import { readRequests } from '../features/requests/address.ts';
import { readReview, readReviews } from '../features/reviews/address.ts';
import { readSeparations } from '../features/separations/address.ts';
import { readSettings } from '../features/settings/address.ts';
import { readUser, readUsers } from '../features/users/address.ts';
import { licet } from '../session/licet.ts';
import { meQuery } from '../session/me.ts';
import { requireSession } from '../session/require-session.ts';
import { untilKnown } from '../session/until-signed-in.ts';
import { words } from '../shell/words.ts';
import { requireScreen } from './allowed.ts';
import { InspectFrame } from './inspect-frame.tsx';
import { NotFoundFrame } from './not-found-frame.tsx';
import { rootRoute, signedInRoute } from './root.tsx';
import type { RouterContext } from './router-context.ts';

/** Every screen, a line each: its name in the contract, its path, what its address may say, and where its code is. */
export const signedInScreens = [
  screen(
    'home',
    '/',
    addressReader(z.object({}), {}),
    lazyRouteComponent(() => import('../features/home/home-screen.tsx'), 'HomeScreen'),
  ),
  screen(
    'users',
    '/users',
    readUsers,
    lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
  ),
  screen(
    'user',
    '/users/$user',
    readUser,
    lazyRouteComponent(() => import('../features/users/user-screen.tsx'), 'UserScreen'),
  ),
  screen(
    'groups',
    '/groups',
    readGroups,
    lazyRouteComponent(() => import('../features/groups/groups-screen.tsx'), 'GroupsScreen'),
  ),
  screen(
    'group',
    '/groups/$group',
    readGroup,
    lazyRouteComponent(() => import('../features/groups/group-screen.tsx'), 'GroupScreen'),
  ),
  screen(
    'applications',
    '/applications',
    readApplications,
    lazyRouteComponent(() => import('../features/applications/applications-screen.tsx'), 'ApplicationsScreen'),
  ),
  screen(
    'application',
    '/applications/$application',
    readApplication,
    lazyRouteComponent(() => import('../features/applications/application-screen.tsx'), 'ApplicationScreen'),
  ),
  screen(
    'requests',
    '/requests',
    readRequests,
    lazyRouteComponent(() => import('../features/requests/requests-screen.tsx'), 'RequestsScreen'),
  ),
  screen(
    'reviews',
    '/reviews',
    readReviews,
    lazyRouteComponent(() => import('../features/reviews/reviews-screen.tsx'), 'ReviewsScreen'),
  ),
  screen(
    'review',
    '/reviews/$review',
    readReview,
    lazyRouteComponent(() => import('../features/reviews/review-screen.tsx'), 'ReviewScreen'),
  ),
  screen(
    'explain',
    '/explain',
    readExplain,
    lazyRouteComponent(() => import('../features/explain/explain-screen.tsx'), 'ExplainScreen'),
  ),
  screen(
    'differences',
    '/differences',
    readDifferences,
    lazyRouteComponent(() => import('../features/differences/differences-screen.tsx'), 'DifferencesScreen'),
  ),
  screen(
    'changes',
    '/changes',
    addressReader(calls.plans.applied.query, { tab: z.enum(['draft', 'applied']) }),
    lazyRouteComponent(() => import('../features/changes/changes-screen.tsx'), 'ChangesScreen'),
  ),
  screen(
    'changeSet',
    '/changes/$no',
    addressReader(z.object({}), {}),
    lazyRouteComponent(() => import('../features/changes/change-set-screen.tsx'), 'ChangeSetScreen'),
  ),
  screen(
    'audit',
    '/audit',
    readAudit,
    lazyRouteComponent(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
  ),
  screen(
    'emergencies',
    '/emergencies',
    readEmergencies,
    lazyRouteComponent(() => import('../features/emergencies/emergencies-screen.tsx'), 'EmergenciesScreen'),
  ),
  screen(
    'separations',
    '/separations',
    readSeparations,
    lazyRouteComponent(() => import('../features/separations/separations-screen.tsx'), 'SeparationsScreen'),
  ),
  screen(
    'settings',
    '/settings',
    readSettings,
    lazyRouteComponent(() => import('./settings.tsx'), 'FirstSettings'),
  ),
  screen(
    'settingsTab',
    '/settings/$tab',
    readSettings,
    lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
  ),
  screen(
    'me',
    '/me',
    readMe,
    lazyRouteComponent(() => import('../features/me/me-screen.tsx'), 'MeScreen'),
  ),
] as const;

/** The screens that also work signed out. */
export const publicScreens = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/inspect',
    onEnter: () => title('inspect'),
    beforeLoad: findOutWho,
    component: InspectFrame,
  }),
] as const;

/** Every other address: there is nothing. */
export const noScreen = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: findOutWho,
  component: NotFoundFrame,
});

/** Before a screen that needs nobody: whoever is signed in is known. */
async function findOutWho({ context, location }: { context: RouterContext; location: { href: string } }) {
  await untilKnown(licet);
  if (licet.current().status === 'held') await requireSession(context.queryClient, location.href);
}

function screen<const Path extends string, Search extends object>(
  name: ScreenName,
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Search,
  component: RouteComponent,
) {
  return createRoute({
    getParentRoute: () => signedInRoute,
    path,
    validateSearch,
    beforeLoad: ({ context }) =>
      requireScreen(name, context.access, context.queryClient.getQueryData(meQuery.queryKey)),
    onEnter: () => title(name),
    component,
  });
}

/** Until the screen has a better one: "Maya Lindqvist · Licet". */
function title(name: ScreenName): void {
  document.title = `${words.screenTitles[name]} · Licet`;
}
