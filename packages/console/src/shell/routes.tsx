import { createRootRouteWithContext, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConsoleContext } from './console-context.ts';
import { ErrorPage, NotFoundPage } from './failure-pages.tsx';
import { Frame } from './frame.tsx';

/** The root of all routes. Its context reaches every loader and screen (`Route.useRouteContext()`). */
export const rootRoute = createRootRouteWithContext<ConsoleContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenFrame,
});

/** The frame itself threw: nothing is left but the page. */
function BrokenFrame(props: ErrorComponentProps): ReactNode {
  return (
    <main className="sheet">
      <ErrorPage {...props} />
    </main>
  );
}

function Root(): ReactNode {
  return <Frame context={rootRoute.useRouteContext()} />;
}
