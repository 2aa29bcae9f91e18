import type { KnownBrowser, Session } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf, isPhone } from '../../blocks/browser.ts';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { LogOutIcon, MonitorIcon, SmartphoneIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { myBrowsers, mySessions } from './queries.ts';
import { words } from './words.ts';
import './me.css';
import { Callout } from '../../ui/callout.tsx';

/** The viewer's sessions. Every session except the current one has a sign-out button. */
export function SessionsTab(): ReactNode {
  const { data, error, refetch } = useQuery(mySessions);
  return (
    <PageBody>
      <div className="me-narrow">
        <Section title={words.sessions} n={data?.items.length}>
          {data ? (
            <div className="lines">
              {data.items.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </div>
          ) : error ? (
            <ErrorState small error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={2} />
          )}
        </Section>
        <KnownBrowsers />
      </div>
    </PageBody>
  );
}

function SessionLine({ session }: { session: Session }): ReactNode {
  const name = browserOf(session.agent) ?? words.unknownBrowser;
  const end = useAction(
    async () => {
      await client.me.endSession({ params: { session: session.id } });
      showToast({ text: words.ended(name) });
    },
    ({ title, detail = '' }) => showToast({ tone: 'no', text: `${title} ${detail}` }),
  );
  return (
    <div>
      {isPhone(session.agent) ? <SmartphoneIcon /> : <MonitorIcon />}
      <span className="grow" title={session.agent ?? undefined}>
        <b>{name}</b>
        <span className="text-faint small block">
          {session.address !== null && `${session.address}, `}
          {words.signedIn} <Time at={session.createdAt} />, {words.seen} <Time at={session.lastSeenAt} />
        </span>
      </span>
      {session.current ? (
        <StatusTag kind="active">{words.thisBrowser}</StatusTag>
      ) : (
        <Button small icon={LogOutIcon} aria-label={words.endWhat(name)} pending={end.pending} onClick={end.run}>
          {words.endSession}
        </Button>
      )}
    </div>
  );
}

/** The viewer's recognised browsers, including those that are signed out. Each can be forgotten. */
function KnownBrowsers(): ReactNode {
  const { data, error, refetch } = useQuery(myBrowsers);
  return (
    <Section title={words.known} n={data?.items.length}>
      <p className="text-muted small known-lead">{words.knownLead}</p>
      {data?.lockedElsewhere && (
        <Callout tone="no">
          <b>{words.lockedElsewhere}</b> {words.lockedElsewhereText}
        </Callout>
      )}
      {data ? (
        data.items.length > 0 ? (
          <div className="lines">
            {data.items.map((browser) => (
              <BrowserLine key={browser.id} browser={browser} />
            ))}
          </div>
        ) : (
          <p>{words.knownNowhere}</p>
        )
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Section>
  );
}

function BrowserLine({ browser }: { browser: KnownBrowser }): ReactNode {
  const name = browserOf(browser.agent) ?? words.unknownBrowser;
  const forget = useAction(
    async () => {
      await client.me.forgetBrowser({ params: { browser: browser.id } });
      showToast({ text: words.forgotten(name) });
    },
    ({ title, detail = '' }) => showToast({ tone: 'no', text: `${title} ${detail}` }),
  );
  return (
    <div>
      {isPhone(browser.agent) ? <SmartphoneIcon /> : <MonitorIcon />}
      <span className="grow" title={browser.agent ?? undefined}>
        <b>{name}</b> {browser.current && <StatusTag kind="active">{words.thisBrowser}</StatusTag>}
        <span className="text-faint small block">
          {browser.address !== null && `${browser.address}, `}
          {words.signedIn} <Time at={browser.usedAt} />
          {browser.rememberedUntil !== null && (
            <>
              {', '}
              {words.remembered} <Time at={browser.rememberedUntil} />
            </>
          )}
        </span>
      </span>
      <Button small aria-label={words.forgetWhat(name)} pending={forget.pending} onClick={forget.run}>
        {words.forget}
      </Button>
    </div>
  );
}
