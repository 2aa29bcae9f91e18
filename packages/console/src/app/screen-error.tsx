import type { LicetPermission } from '@licet/contract';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorPage, Page, PageBody } from '../shell/page.tsx';
import { words as shellWords } from '../shell/words.ts';
import { language } from '../ui/language.ts';
import { ButtonLink } from '../ui/links.tsx';
import { LockIcon } from '../ui/page-icons.tsx';
import { asProblem } from '../ui/problem.ts';
import { EmptyState, SkeletonLines } from '../ui/states.tsx';
import { useTheme } from '../ui/theme.ts';
import { words } from './words.ts';

// Explains a refusal as every application does: the missing permission, the state of a request for it, the approvers,
// and the roles that the user may take in an emergency.
const Denied = lazy(() => import('@licet/react/denied').then((part) => ({ default: part.Denied })));

/** A forbidden screen explains itself and offers a request; a failed one can be reloaded. */
export function ScreenError(props: ErrorComponentProps): ReactNode {
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
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <Denied
            permission={problem.permission as LicetPermission}
            place={title}
            language={language === 'pseudo' ? 'en' : language}
            {...(theme !== 'system' && { theme })}
          />
        </Suspense>
      </PageBody>
    </Page>
  );
}
