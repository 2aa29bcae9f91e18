import type { OwnDecision, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { useAccessPlace } from '../../blocks/places/access-tabs.tsx';
import { roleTitle } from '../../blocks/roles.ts';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.tsx';
import { LockIcon } from '../../ui/icon.tsx';
import { CheckIcon, LinkIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import type { ExplainAddress } from './address.ts';
import { MayAnswer } from './may-answer.tsx';
import { ownDecisionQuery } from './queries.ts';
import { Verdict, Ways } from './verdict.tsx';
import { WhoAnswer } from './who-answer.tsx';
import { Deciders } from './who-decides.tsx';
import { words } from './words.ts';
import './explain.css';

const route = getRouteApi('/signed-in/explain');

/** The question in the address, and a function that changes it. */
function useQuestion(): readonly [
  address: ExplainAddress,
  change: (changes: Partial<ExplainAddress>, replace?: boolean) => void,
] {
  return useAddress(route);
}

/** Answers whether a user may do something, and who may do it, now or at any other time. */
export function ExplainScreen(): ReactNode {
  const [address, change] = useQuestion();
  const [choosingTime, setChoosingTime] = useState(false);
  const { may, mayIn, ownsAny } = useMay();
  const user = useMe()?.user;
  const only = useOnlyApplication();
  const place = useAccessPlace();

  useEffect(() => {
    if (address.application === undefined && only !== undefined) change({ application: only }, true);
    else if (address.ask === undefined) change({ ask: 'may' }, true);
  });

  const { application, permission } = address;
  const own = user && [user.id, user.username, user.email].includes(address.user ?? '');
  if (own && address.ask !== 'who' && address.at === undefined && application && permission) {
    if (!mayIn('access.read', application))
      return (
        <Page title={words.title} {...place}>
          <OwnAnswer user={user} application={application} permission={permission} />
        </Page>
      );
  }
  if (!may('access.read') && !ownsAny) {
    return (
      <Page title={words.title} {...place}>
        <PageBody>
          <EmptyState
            icon={LockIcon}
            title={words.closed}
            action={
              <ButtonLink kind="primary" to="/me" search={{ tab: 'access' }}>
                {words.myAccess}
              </ButtonLink>
            }
          >
            {words.closedWhy}
          </EmptyState>
        </PageBody>
      </Page>
    );
  }
  const question = { address, change, choosingTime, onChoosingTime: setChoosingTime };
  return (
    <Page
      title={address.ask === 'who' ? words.titleWho : words.title}
      {...place}
      tools={
        <>
          <ButtonLink kind="quiet" to="/inspect">
            {words.inspect}
          </ButtonLink>
          <CopyLink />
        </>
      }
    >
      {address.ask === 'who' ? <WhoAnswer {...question} /> : <MayAnswer {...question} />}
    </Page>
  );
}

/** The only application that the viewer may ask about; undefined if there are several or none. */
function useOnlyApplication(): string | undefined {
  const { data } = useQuery(applicationsQuery);
  return data?.items.length === 1 ? data.items[0]?.id : undefined;
}

/**
 * Answers a question about the viewer, for viewers who may not ask about others. A refusal in an application links to
 * this answer, which reveals no more than the refusal.
 */
function OwnAnswer({
  user,
  application,
  permission,
}: {
  user: User;
  application: string;
  permission: string;
}): ReactNode {
  const { data, error, refetch } = useQuery(ownDecisionQuery(application, permission));
  const person = { id: user.id, kind: 'user' as const, name: user.name };
  return (
    <PageBody>
      <div className="explain">
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />)}
        {data && (
          <>
            <Verdict decision={{ ...data, user: person }} tense="now" />
            {data.permitted ? (
              <Ways decision={{ ...data, user: person }} tense="now" />
            ) : (
              data.permission.known && (
                <>
                  <AskForIt decision={data} />
                  <Deciders {...data} />
                </>
              )
            )}
            <div>
              <ButtonLink to="/me" search={{ tab: 'access', application: data.application.id }}>
                {words.allYouHold(data.application.name)}
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </PageBody>
  );
}

/**
 * Links to the pending request. Without one, offers to request the permission or a role that includes it. The
 * permission comes first because it grants least.
 */
function AskForIt({ decision: { application, permission, roles, request } }: { decision: OwnDecision }): ReactNode {
  if (request?.state === 'pending')
    return (
      <div>
        <ButtonLink kind="primary" to="/inbox" search={{ view: 'mine', request: request.id }}>
          {words.openRequest}
        </ButtonLink>
      </div>
    );
  const ask = { view: 'mine', add: '1', application: application.id } as const;
  return (
    <Section title={words.remedies} n={words.leastFirst}>
      <div className="lines">
        <div className="remedy">
          <b className="grow">{words.askPermission}</b>
          <ButtonLink to="/inbox" search={{ ...ask, permission: permission.name }}>
            {words.askForIt}
          </ButtonLink>
        </div>
        {roles.map(({ id, name, title }) => (
          <div key={id} className="remedy">
            <div className="grow">
              <b>{words.askRole(name)}</b>
              {title !== '' && <p className="text-muted small">{roleTitle({ name, title })}</p>}
            </div>
            <ButtonLink to="/inbox" search={{ ...ask, role: name }}>
              {words.askForIt}
            </ButtonLink>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Copies the link to this question, to share it with a colleague. */
function CopyLink(): ReactNode {
  const [copied, copy] = useCopy(location.href);
  return (
    <Button icon={copied ? CheckIcon : LinkIcon} onClick={copy}>
      {copied ? words.copied : words.copyLink}
    </Button>
  );
}
