import { AuthorizationResponseError } from 'oauth4webapi';
import type { ReactNode } from 'react';
import { beginSignIn } from '../session/sign-in.ts';
import { Page, PageBody } from '../shell/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { BareFrame } from './bare-frame.tsx';

/** The way back from the sign-in did not lead in. */
export function SignInFailed({ error }: { error: unknown }): ReactNode {
  const title = 'You are not signed in';
  return (
    <BareFrame signIn={false}>
      <Page title={title} heading={<h1 className="sr">{title}</h1>}>
        <PageBody>
          <ErrorState
            error={{ title, detail: detailOf(error) }}
            onRetry={() => void beginSignIn('/').catch(() => location.assign('/'))}
          />
        </PageBody>
      </Page>
    </BareFrame>
  );
}

function detailOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'The sign-in was cancelled. Begin again when you are ready.'
      : `The sign-in was refused: ${error.error_description ?? error.error}. Begin again.`;
  }
  if (!isSecureContext) {
    return 'This address is not secure, so the browser offers no keys to it. Open Licet over HTTPS, or on this machine at localhost.';
  }
  return 'The sign-in took too long, or was begun in another tab. Begin again.';
}
