import '../applications.css';
import type { OpenIdClient } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../../blocks/application-name.tsx';
import { GrantEnd } from '../../../blocks/grant-end.tsx';
import { useMay } from '../../../session/may.ts';
import { IdCardIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PlainLink } from '../../../ui/links.tsx';
import { KeyRoundIcon } from '../../../ui/page-icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { clientGrantsQuery } from '../queries.ts';
import { accessWords as words } from './words.ts';

/** The grants of a service client, in every application: its tokens carry them. */
export function ClientAccess({ client }: { client: OpenIdClient }): ReactNode {
  const grants = useQuery(clientGrantsQuery(client.application, client.id));
  const { mayIn } = useMay();
  const { data } = grants;
  const more = data ? data.total - data.items.length : 0;
  return (
    <Section
      title={words.title}
      end={
        mayIn('grants.manage', client.application) && (
          <ButtonLink
            small
            to="/applications/$application"
            params={{ application: client.application }}
            search={{ tab: 'grants', add: '1', toProgram: client.id }}
          >
            {words.grant}
          </ButtonLink>
        )
      }
    >
      {grants.error && !data ? (
        <ErrorState small error={grants.error} onRetry={() => void grants.refetch()} />
      ) : !data ? (
        <Skeleton width={200} />
      ) : data.items.length === 0 ? (
        <p className="text-faint">{words.nothing}</p>
      ) : (
        <ul className="client-access">
          {data.items.map((grant) => {
            const { id, application, gives } = grant;
            const Shown = gives.kind === 'role' ? IdCardIcon : KeyRoundIcon;
            return (
              <li key={id}>
                <PlainLink
                  to="/applications/$application"
                  params={{ application }}
                  search={{ tab: 'grants', open: id }}
                >
                  <span className="who">
                    <Shown />
                    <span className={gives.kind === 'role' ? undefined : 'identifier'}>{gives.name}</span>
                  </span>
                </PlainLink>
                <span className="text-muted">
                  <ApplicationName id={application} />
                </span>
                <span className="push-end nowrap">
                  <GrantEnd grant={grant} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {more > 0 && <p className="text-faint small">{words.more(more)}</p>}
    </Section>
  );
}
