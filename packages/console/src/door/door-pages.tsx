import type { ReactNode } from 'react';
import { Door } from './door.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { InvitedPage } from './invited-page.tsx';
import { SetPasswordPage } from './set-password-page.tsx';
import { SetupPage } from './setup-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignedOutPage } from './signed-out-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';
import { words } from './words.ts';

/** Chooses the page by its path. The pages themselves live beside this file. */
export function DoorPages({ path, token }: { path: string; token: string }): ReactNode {
  if (path === '/setup') return <SetupPage />;
  if (path === '/set-password') return <SetPasswordPage token={token} />;
  if (path === '/invited') return <InvitedPage token={token} />;
  if (path === '/verify-email') return <VerifyEmailPage token={token} />;
  if (path === '/forgot') return <ForgotPage />;
  if (path === '/signed-out') return <SignedOutPage />;
  const uid = /^\/sign-in\/([^/]+)\/?$/.exec(path)?.[1];
  if (uid !== undefined) return <SignInPage uid={decodeURIComponent(uid)} />;
  return (
    <Door title={words.noPage} lead={words.noPageText(path)}>
      <a className="button primary wide" href="/">
        {words.toLicet}
      </a>
    </Door>
  );
}
