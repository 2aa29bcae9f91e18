import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorPage } from '../shell/failure-pages.tsx';
import { Page, PageBody } from '../shell/page.tsx';
import { words as shellWords } from '../shell/words.ts';
import { LockIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { asProblem } from '../ui/problem.ts';
import { EmptyState } from '../ui/states.tsx';
import { words } from './words.ts';

/** A screen that may not be opened says why; one that broke can be loaded again. */
export function ScreenError(props: ErrorComponentProps): ReactNode {
  const problem = asProblem(props.error);
  if (problem.code !== 'forbidden') return <ErrorPage {...props} />;
  const title = words.mayNotOpen;
  return (
    <Page title={title} heading={<h1 className="visually-hidden">{title}</h1>}>
      <PageBody>
        <EmptyState icon={LockIcon} title={title} action={<ButtonLink to="/">{shellWords.goHome}</ButtonLink>}>
          {words.refused(problem.detail ?? '', problem.permission)}
        </EmptyState>
      </PageBody>
    </Page>
  );
}
