import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { asProblem } from '../ui/problem.ts';
import { ErrorState } from '../ui/states.tsx';
import { Page, PageBody } from './page.tsx';
import { words } from './words.ts';

/** A screen has thrown. The frame stays, and the screen can be loaded again. */
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
