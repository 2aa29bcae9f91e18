import type { OwnDecision, User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { roleTitle } from '../../blocks/role-title.ts';
import { PageBody } from '../../shell/page.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { ownDecisionQuery } from './queries.ts';
import { Verdict } from './verdict.tsx';
import { Ways } from './ways.tsx';
import { words } from './words.ts';
import './may-answer.css';
import './remedies.css';

/**
 * The answer to a question about oneself, for whoever may not ask about others: a refusal in an application leads here. It says what
 * the refusal's own request said, since nobody is told more about an application than they may see of it.
 */
export function OwnAnswer({
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
              data.permission.known && <AskForIt decision={data} />
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

/** The permission alone first, for it is the least, then the roles that bring it; of one that waits already, the request. */
function AskForIt({ decision: { application, permission, roles, request } }: { decision: OwnDecision }): ReactNode {
  if (request?.state === 'pending')
    return (
      <div>
        <ButtonLink kind="primary" to="/requests" search={{ view: 'mine', request: request.id }}>
          {words.openRequest}
        </ButtonLink>
      </div>
    );
  const ask = { view: 'mine', add: '1', application: application.id } as const;
  return (
    <Section title={words.remedies} n={words.leastFirst}>
      <div className="lines">
        <div className="remedy">
          <b className="grow">{words.permissionAlone}</b>
          <ButtonLink to="/requests" search={{ ...ask, permission: permission.name }}>
            {words.askForIt}
          </ButtonLink>
        </div>
        {roles.map(({ id, name, title }) => (
          <div key={id} className="remedy">
            <div className="grow">
              <b>{words.theRole(name)}</b>
              {title !== '' && <p className="text-muted small">{roleTitle({ name, title })}</p>}
            </div>
            <ButtonLink to="/requests" search={{ ...ask, role: name }}>
              {words.askForIt}
            </ButtonLink>
          </div>
        ))}
      </div>
    </Section>
  );
}
