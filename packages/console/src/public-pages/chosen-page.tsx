import { lazy, type ReactNode, Suspense } from 'react';
import { PublicPage } from './public-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { words } from './words.ts';

/** Chooses the page by its path. The first download contains only the sign-in page; the others load on demand. */
export function ChosenPage({ path, token }: { path: string; token: string }): ReactNode {
  const uid = /^\/sign-in\/([^/]+)\/?$/.exec(path)?.[1];
  if (uid !== undefined) return <SignInPage uid={decodeURIComponent(uid)} />;
  return <Suspense>{pageAt(path, token)}</Suspense>;
}

function pageAt(path: string, token: string): ReactNode {
  if (path === '/setup') return <SetupPage />;
  if (path === '/set-password') return <SetPasswordPage token={token} />;
  if (path === '/invited') return <InvitedPage token={token} />;
  if (path === '/verify-email') return <VerifyEmailPage token={token} />;
  if (path === '/forgot') return <ForgotPage />;
  if (path === '/signed-out') return <SignedOutPage />;
  return (
    <PublicPage title={words.noPage} lead={words.noPageText(path)}>
      <a className="button primary wide" href="/">
        {words.toLicet}
      </a>
    </PublicPage>
  );
}

const SetupPage = lazy(async () => ({ default: (await import('./setup-page.tsx')).SetupPage }));
const SetPasswordPage = lazy(async () => ({ default: (await import('./set-password-page.tsx')).SetPasswordPage }));
const InvitedPage = lazy(async () => ({ default: (await import('./invited-page.tsx')).InvitedPage }));
const VerifyEmailPage = lazy(async () => ({ default: (await import('./verify-email-page.tsx')).VerifyEmailPage }));
const ForgotPage = lazy(async () => ({ default: (await import('./forgot-page.tsx')).ForgotPage }));
const SignedOutPage = lazy(async () => ({ default: (await import('./signed-out-page.tsx')).SignedOutPage }));
