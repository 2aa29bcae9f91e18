import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-frame.tsx';
import { type RouterContext, rootRoute, signedInRoute } from './root.tsx';
import { ScreenError } from './screen-error.tsx';
import { noScreen, publicScreens, signedInScreens } from './screens.ts';
import { parseSearch, stringifySearch } from './search.ts';

const routeTree = rootRoute.addChildren([signedInRoute.addChildren([...signedInScreens]), ...publicScreens, noScreen]);

/**
 * The console's router: typed paths, search parameters as state. A screen's code loads when the pointer is on its link.
 */
export const makeRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
