import type { LicetPermission } from '@licet/contract';
import { createRouter, type ErrorComponentProps, stringifySearchWith } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorPage, Page, PageBody } from '../shell/page.tsx';
import { words as shellWords } from '../shell/words.ts';
import { LockIcon } from '../ui/icon.tsx';
import { language } from '../ui/language.ts';
import { lateComponent } from '../ui/late-part.ts';
import { ButtonLink } from '../ui/links.tsx';
import { asProblem } from '../ui/problem.ts';
import { EmptyState, SkeletonLines } from '../ui/states.tsx';
import { useTheme } from '../ui/theme.ts';
import { NotFoundPage } from './not-found-frame.tsx';
import { type RouterContext, rootRoute, signedInRoute } from './root.tsx';
import { formerRequests, noScreen, publicScreens, signedInScreens } from './screens.ts';
import { words } from './words.ts';

// The explanation of a refusal, shared with all applications. Shows the missing permission, any request for it, the
// approvers, and the roles that the user may take in an emergency.
const Denied = lateComponent(() => import('@licet/react/denied').then((part) => part.Denied));

/**
 * The error page of a screen. If access is forbidden, explains the refusal and offers a request. Other errors can be
 * retried.
 */
function ScreenError(props: ErrorComponentProps): ReactNode {
  const [theme] = useTheme();
  const problem = asProblem(props.error);
  if (problem.code !== 'forbidden') return <ErrorPage {...props} />;
  const title = words.mayNotOpen;
  const why = words.refused(problem.detail ?? '', problem.permission);
  const home = <ButtonLink to="/">{shellWords.goHome}</ButtonLink>;
  if (problem.permission === undefined)
    return (
      <Page title={title} heading={<h1 className="visually-hidden">{title}</h1>}>
        <PageBody>
          <EmptyState icon={LockIcon} title={title} action={home}>
            {why}
          </EmptyState>
        </PageBody>
      </Page>
    );
  return (
    <Page title={title} lead={why} tools={home}>
      <PageBody>
        <Denied
          permission={problem.permission as LicetPermission}
          place={title}
          language={language === 'pseudo' ? 'en' : language}
          {...(theme !== 'system' && { theme })}
          whileLoading={<SkeletonLines lines={4} />}
        />
      </PageBody>
    </Page>
  );
}

// Parses parameters as plain text: `?q=123` is the text 123. Values are never written in quotes, as in `?q=%22123%22`.
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
export const stringifySearch = stringifySearchWith(String);

const routeTree = rootRoute.addChildren([
  signedInRoute.addChildren([...signedInScreens, formerRequests]),
  ...publicScreens,
  noScreen,
]);

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
