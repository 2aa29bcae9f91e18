import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '../blocks/say.tsx';
import { useMe } from '../session/me.ts';
import { Page, PageBody } from '../shell/page.tsx';
import { words } from '../shell/words.ts';
import { CompassIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/states.tsx';
import { BareFrame } from './bare-frame.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

/** The page for an unknown address. Signed-in users keep the navigation and the search. */
export function NotFoundFrame(): ReactNode {
  return useMe() ? (
    <SignedInFrame>
      <NotFoundPage />
    </SignedInFrame>
  ) : (
    <BareFrame>
      <NothingThere how={words.notFoundText} />
    </BareFrame>
  );
}

/** The not-found page for signed-in users. Its text suggests the search. */
export function NotFoundPage(): ReactNode {
  return <NothingThere how={words.notFoundSearch} />;
}

function NothingThere({ how }: { how: string }): ReactNode {
  // Use the address of the shown page: while another page loads, the router already has the next address.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return (
    <Page title={words.notFound} heading={<h1 className="visually-hidden">{words.notFound}</h1>}>
      <PageBody>
        <EmptyState icon={CompassIcon} title={words.notFound} action={<ButtonLink to="/">{words.goHome}</ButtonLink>}>
          {say(how, { path: <code>{path}</code> })}
        </EmptyState>
      </PageBody>
    </Page>
  );
}
