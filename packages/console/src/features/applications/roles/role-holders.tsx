import type { Application, Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GrantEnd } from '../../../blocks/grant-end.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { counted } from '../counts.ts';
import { GrantTo } from '../grants/grant-to.tsx';
import { grantListQuery } from '../queries.ts';
import './role-holders.css';

const SHOWN = 8;

/** Who holds a role: how many people, and to whom it is granted. */
export function RoleHolders({ application, role }: { application: Application; role: Role }): ReactNode {
  const grants = useQuery(
    grantListQuery(application.id, { role: role.id, state: 'active,scheduled', sort: 'ends', limit: SHOWN }),
  );
  return (
    <Section
      title="Held by"
      n={counted(role.holders, 'person', 'people')}
      end={
        grants.data &&
        grants.data.total > 0 && (
          <TextLink
            className="small"
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'grants', role: role.id }}
            activeProps={{}}
          >
            All
          </TextLink>
        )
      }
    >
      {!grants.data ? (
        <Skeleton width={200} />
      ) : grants.data.items.length === 0 ? (
        <p className="text-faint">
          {role.holders === 0 ? 'Nobody holds it.' : 'Granted to nobody itself; it comes with roles that include it.'}
        </p>
      ) : (
        <ul className="role-holders">
          {grants.data.items.map((grant) => (
            <li key={grant.id}>
              <GrantTo principal={grant.principal} />
              <span className="push-end nowrap">
                <GrantEnd grant={grant} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
