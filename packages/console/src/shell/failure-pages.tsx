import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CompassIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { asProblem } from '../ui/problem.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Page, PageBody } from './page.tsx';
import { words } from './words.ts';

/** No route has this address. */
export function NotFoundPage(): ReactNode {
  return (
    <Page title={words.notFound} heading={<h1 className="visually-hidden">{words.notFound}</h1>}>
      <PageBody>
        <EmptyState icon={CompassIcon} title={words.notFound} action={<ButtonLink to="/">{words.goHome}</ButtonLink>}>
          {words.notFoundText}
        </EmptyState>
      </PageBody>
    </Page>
  );
}

/** A screen threw. The frame stays; the screen can be loaded again. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const problem = asProblem(error);
  const shown = problem.status === undefined ? { title: words.broken, detail: words.brokenText } : problem;
  return (
    <Page title={shown.title} heading={<h1 className="visually-hidden">{shown.title}</h1>}>
      <PageBody>
        <ErrorState
          error={shown}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
      </PageBody>
    </Page>
  );
}
