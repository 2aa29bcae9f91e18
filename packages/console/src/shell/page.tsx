import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { plainKey } from '../ui/plain-key.ts';
import { asProblem } from '../ui/problem.ts';
import { ErrorState } from '../ui/states.tsx';
import { words } from './words.ts';
import './page.css';

export interface PageProps {
  /** The title of the browser tab, and the heading if there is no other. */
  title: string;
  /** Replaces the plain heading, for example with an avatar or a code. Must contain the `h1`. */
  heading?: ReactNode;
  /** `Breadcrumbs`. */
  crumbs?: ReactNode;
  /** One sentence below the heading. */
  lead?: ReactNode;
  /** Buttons at the end of the title's line; at most one is primary. N presses it. */
  tools?: ReactNode;
  /** `Tabs`. */
  tabs?: ReactNode;
  /** A segmented control for the views of the open tab. It stays in place, with its focus, when the view changes. */
  views?: ReactNode;
  children: ReactNode;
}

/** A screen in the sheet: title, tabs, tools and content, in this order. Sets the title of the browser tab. */
export function Page({ title, heading, crumbs, lead, tools, tabs, views, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Listen on the window, so that a screen can give N another meaning by listening on the document.
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.shiftKey || plainKey(event) !== 'N') return;
      const primary = head.current?.querySelector<HTMLElement>('.title .primary');
      if (!primary?.checkVisibility()) return;
      event.preventDefault();
      primary.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <div className="head" ref={head}>
        {crumbs}
        <div className="title">
          {heading ?? <h1>{title}</h1>}
          {tools !== undefined && <div className="end">{tools}</div>}
        </div>
        {lead !== undefined && <p className="lead">{lead}</p>}
        {tabs}
        {views !== undefined && views !== false && <div className="page-views">{views}</div>}
      </div>
      {children}
    </>
  );
}

/** The content of a page that is not a table: it scrolls, within the page's margins. */
export function PageBody({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="body">
      <div className="padded">{children}</div>
    </div>
  );
}

/** Shown if a screen has thrown. The frame stays, and a button loads the screen again. */
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
