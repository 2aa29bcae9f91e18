import './role-holders.css';
import type { Application, Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GrantEnd } from '../../../blocks/grant-end.tsx';
import { GrantTo } from '../../../blocks/grants/grant-to.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { grantListQuery } from '../queries.ts';
import { roleWords, words } from './words.ts';

const SHOWN = 8;

/** Who holds a role: how many people, and to whom it is granted. */
export function RoleHolders({ application, role }: { application: Application; role: Role }): ReactNode {
  const grants = useQuery(
    grantListQuery(application.id, { role: role.id, state: 'active,scheduled', sort: 'ends', limit: SHOWN }),
  );
  return (
    <Section
      title={words.heldBy}
      n={roleWords.heldBy(role)}
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
            {roleWords.allGrants}
          </TextLink>
        )
      }
    >
      {!grants.data ? (
        <Skeleton width={200} />
      ) : grants.data.items.length === 0 ? (
        <p className="text-faint">{role.holders + role.programs === 0 ? roleWords.nobody : roleWords.notItself}</p>
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
