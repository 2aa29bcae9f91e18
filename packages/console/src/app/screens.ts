import type { ScreenName } from '@licet/contract';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRoute,
  isRedirect,
  lazyRouteComponent,
  type ResolveParams,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { licet } from '../session/licet.ts';
import { meQuery } from '../session/me.ts';
import { loadUser } from '../session/require-session.ts';
import { untilKnown } from '../session/until-signed-in.ts';
import { words } from '../shell/words.ts';
import { requireScreen } from './allowed.ts';
import { readInstant } from './as-of-control.tsx';
import { InspectFrame } from './bare-frame.tsx';
import { NotFoundFrame } from './not-found-frame.tsx';
import { type RouterContext, rootRoute, signedInRoute } from './root.tsx';

type Search = Readonly<Record<string, unknown>>;
type Reader<Read extends object> = (search: Search) => Read;

/**
 * Returns a reader that parses the address of a screen and loads together with that screen. Readers need the contract's
 * schemas, which are not part of the first download. Before the reader has loaded, `read` returns the address unchanged
 * and `ready` is pending.
 */
export function lateReader<Module, const Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LateReader<Module[Name] extends Reader<infer Read> ? Read : never> {
  type Read = Module[Name] extends Reader<infer R> ? R : never;
  let reader: Reader<Read> | undefined;
  return {
    read: (search) => reader?.(search) ?? (search as Read),
    async ready(search) {
      if (reader) return;
      // Ignore the error: the screen's code fails to load too, and the screen reports that.
      const module = await load().catch(() => undefined);
      if (!module) return;
      reader = module[name] as Reader<Read>;
      const known = { ...readInstant(search), ...reader(search) };
      if (!isSame(search, known)) throw redirect({ to: '.', search: known, replace: true });
    },
  };
}

/** The reader of an address, and a promise that it has loaded. */
interface LateReader<Read extends object> {
  readonly read: (search: Search) => Read;
  /** @throws a redirect to the parsed address, if parsing removed or changed a parameter */
  readonly ready: (search: Search) => Promise<void>;
}

const isSame = (a: Search, b: Search) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);

/** The address of a screen without parameters. */
const nothing: LateReader<Readonly<Record<never, never>>> = { read: () => ({}), ready: async () => {} };

/** Every screen: its name in the contract, its path, its parameters and its code. */
export const signedInScreens = [
  screen(
    'home',
    '/',
    nothing,
    lazyRouteComponent(() => import('../features/home/home-screen.tsx'), 'HomeScreen'),
  ),
  screen(
    'users',
    '/users',
    lateReader(() => import('../features/users/address.ts'), 'readUsers'),
    lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
  ),
  screen(
    'invite',
    '/users/invite',
    nothing,
    lazyRouteComponent(() => import('../features/invite/invite-screen.tsx'), 'InviteScreen'),
  ),
  screen(
    'user',
    '/users/$user',
    lateReader(() => import('../features/users/address.ts'), 'readUser'),
    lazyRouteComponent(() => import('../features/users/user-screen.tsx'), 'UserScreen'),
    async (queryClient, { user }) => (await import('../features/users/user-screen.tsx')).prepareUser(queryClient, user),
  ),
  screen(
    'groups',
    '/groups',
    lateReader(() => import('../features/groups/address.ts'), 'readGroups'),
    lazyRouteComponent(() => import('../features/groups/groups-screen.tsx'), 'GroupsScreen'),
  ),
  screen(
    'group',
    '/groups/$group',
    lateReader(() => import('../features/groups/address.ts'), 'readGroup'),
    lazyRouteComponent(() => import('../features/groups/group-screen.tsx'), 'GroupScreen'),
  ),
  screen(
    'applications',
    '/applications',
    lateReader(() => import('../features/applications/address.ts'), 'readApplications'),
    lazyRouteComponent(() => import('../features/applications/applications-screen.tsx'), 'ApplicationsScreen'),
  ),
  screen(
    'application',
    '/applications/$application',
    lateReader(() => import('../features/applications/address.ts'), 'readApplication'),
    lazyRouteComponent(() => import('../features/applications/application-screen.tsx'), 'ApplicationScreen'),
    async (queryClient, { application }, { tab }) =>
      (await import('../features/applications/application-screen.tsx')).prepareApplication(
        queryClient,
        application,
        tab,
      ),
  ),
  screen(
    'role',
    '/applications/$application/roles/$role',
    lateReader(() => import('../features/applications/address.ts'), 'readRole'),
    lazyRouteComponent(() => import('../features/applications/roles/role-screen.tsx'), 'RoleScreen'),
  ),
  screen(
    'fewestRoles',
    '/applications/$application/fewest-roles',
    lateReader(() => import('../features/fewest-roles/address.ts'), 'readFewestRoles'),
    lazyRouteComponent(() => import('../features/fewest-roles/fewest-roles-screen.tsx'), 'FewestRolesScreen'),
  ),
  screen(
    'inbox',
    '/inbox',
    lateReader(() => import('../features/inbox/address.ts'), 'readInbox'),
    lazyRouteComponent(() => import('../features/inbox/inbox-screen.tsx'), 'InboxScreen'),
    async (queryClient) => (await import('../features/inbox/queries.ts')).prepareInbox(queryClient),
  ),
  screen(
    'reviews',
    '/reviews',
    lateReader(() => import('../features/reviews/address.ts'), 'readReviews'),
    lazyRouteComponent(() => import('../features/reviews/reviews-screen.tsx'), 'ReviewsScreen'),
  ),
  screen(
    'review',
    '/reviews/$review',
    lateReader(() => import('../features/reviews/address.ts'), 'readReview'),
    lazyRouteComponent(() => import('../features/reviews/review-screen.tsx'), 'ReviewScreen'),
  ),
  screen(
    'explain',
    '/explain',
    lateReader(() => import('../features/explain/address.ts'), 'readExplain'),
    lazyRouteComponent(() => import('../features/explain/explain-screen.tsx'), 'ExplainScreen'),
  ),
  screen(
    'differences',
    '/differences',
    lateReader(() => import('../features/differences/address.ts'), 'readDifferences'),
    lazyRouteComponent(() => import('../features/differences/differences-screen.tsx'), 'DifferencesScreen'),
  ),
  screen(
    'changes',
    '/changes',
    lateReader(() => import('../features/changes/address.ts'), 'readChanges'),
    lazyRouteComponent(() => import('../features/changes/changes-screen.tsx'), 'ChangesScreen'),
  ),
  screen(
    'changeSet',
    '/changes/$no',
    nothing,
    lazyRouteComponent(() => import('../features/changes/change-set-screen.tsx'), 'ChangeSetScreen'),
  ),
  screen(
    'audit',
    '/audit',
    lateReader(() => import('../features/audit/address.ts'), 'readAudit'),
    lazyRouteComponent(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
  ),
  screen(
    'ending',
    '/ending',
    lateReader(() => import('../features/ending/address.ts'), 'readEnding'),
    lazyRouteComponent(() => import('../features/ending/ending-screen.tsx'), 'EndingScreen'),
  ),
  screen(
    'emergencies',
    '/emergencies',
    lateReader(() => import('../features/emergencies/address.ts'), 'readEmergencies'),
    lazyRouteComponent(() => import('../features/emergencies/emergencies-screen.tsx'), 'EmergenciesScreen'),
  ),
  screen(
    'separations',
    '/separations',
    lateReader(() => import('../features/separations/address.ts'), 'readSeparations'),
    lazyRouteComponent(() => import('../features/separations/separations-screen.tsx'), 'SeparationsScreen'),
  ),
  screen(
    'settings',
    '/settings',
    lateReader(() => import('../features/settings/address.ts'), 'readSettings'),
    lazyRouteComponent(() => import('./settings.tsx'), 'FirstSettings'),
    async () => {
      throw redirect({ to: '/settings/$tab', params: { tab: 'organisation' }, replace: true });
    },
  ),
  screen(
    'settingsTab',
    '/settings/$tab',
    lateReader(() => import('../features/settings/address.ts'), 'readSettings'),
    lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
    async (_, { tab }) => (await import('./settings.tsx')).prepareSettings(tab),
  ),
  screen(
    'me',
    '/me',
    lateReader(() => import('../features/me/address.ts'), 'readMe'),
    lazyRouteComponent(() => import('../features/me/me-screen.tsx'), 'MeScreen'),
  ),
] as const;

/** The former address of the Inbox, which is in older mails and links. */
export const formerRequests = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/requests',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/inbox', search, replace: true });
  },
});

/** The screens that also work signed out. */
export const publicScreens = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/inspect',
    onEnter: () => title('inspect'),
    // Without a network the inspector opens from the browser's cache, as for a signed-out visitor.
    beforeLoad: (options) => (navigator.onLine ? findOutWho(options) : undefined),
    component: InspectFrame,
  }),
] as const;

/** Every unknown address. */
export const noScreen = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: findOutWho,
  component: NotFoundFrame,
});

/** Loads the user, if one is signed in, before a screen that also works signed out. */
async function findOutWho({ context }: { context: RouterContext }) {
  await untilKnown(licet);
  if (licet.current().status === 'held') await loadUser(context.queryClient);
}

/**
 * Loads the code and the data that a screen needs first, so that the screen opens with them. A failure is ignored,
 * because the screen loads the same again and reports it.
 * @throws a redirect to another screen
 */
type Prepare<Path extends string> = (
  queryClient: QueryClient,
  params: ResolveParams<Path>,
  search: Search,
) => Promise<void>;

function screen<const Path extends string, Read extends object>(
  name: ScreenName,
  path: Path,
  address: LateReader<Read>,
  component: RouteComponent,
  prepare?: Prepare<Path>,
) {
  return createRoute({
    getParentRoute: () => signedInRoute,
    path,
    validateSearch: address.read,
    beforeLoad: async ({ context, params, search }) => {
      requireScreen(name, context.access, context.queryClient.getQueryData(meQuery.queryKey));
      await Promise.all([
        address.ready(search),
        component.preload?.(),
        prepare?.(context.queryClient, params as ResolveParams<Path>, search).catch((error: unknown) => {
          if (isRedirect(error)) throw error;
        }),
      ]);
    },
    onEnter: () => title(name),
    component,
  });
}

/** Sets the title until the screen sets a better one: "Maya Lindqvist · Licet". */
function title(name: ScreenName): void {
  document.title = `${words.screenTitles[name]} · Licet`;
}
