import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ExplainTabs } from '../../blocks/explain-tabs.tsx';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { LockIcon } from '../../ui/page-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { MayAnswer } from './may-answer.tsx';
import { OwnAnswer } from './own-answer.tsx';
import { applicationsQuery } from './queries.ts';
import { useQuestion } from './use-question.ts';
import { WhoAnswer } from './who-answer.tsx';
import { words } from './words.ts';

/** Explain: may somebody do something, and who may, now or at any other time. */
export function ExplainScreen(): ReactNode {
  const [address, change] = useQuestion();
  const [choosingTime, setChoosingTime] = useState(false);
  const { may, mayIn, ownsAny } = useMay();
  const user = useMe()?.user;
  const only = useOnlyApplication();

  useEffect(() => {
    if (address.application === undefined && only !== undefined) change({ application: only }, true);
    else if (address.ask === undefined) change({ ask: 'may' }, true);
  });

  const { application, permission } = address;
  const own = user && [user.id, user.username, user.email].includes(address.user ?? '');
  if (own && address.ask !== 'who' && address.at === undefined && application && permission) {
    if (!mayIn('access.read', application))
      return (
        <Page title={words.title} tabs={<ExplainTabs />}>
          <OwnAnswer user={user} application={application} permission={permission} />
        </Page>
      );
  }
  if (!may('access.read') && !ownsAny) {
    return (
      <Page title={words.title} tabs={<ExplainTabs />}>
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
    <Page title={words.title} tabs={<ExplainTabs />}>
      {address.ask === 'who' ? <WhoAnswer {...question} /> : <MayAnswer {...question} />}
    </Page>
  );
}

/** Whoever may ask about one application only need not choose it. */
function useOnlyApplication(): string | undefined {
  const { data } = useQuery(applicationsQuery);
  return data?.items.length === 1 ? data.items[0]?.id : undefined;
}
