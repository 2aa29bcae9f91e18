import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { CircleDashedIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Lines, Section } from '../../../ui/section.tsx';
import type { ApplicationAddress } from '../address.ts';
import { useRights } from '../application-tab.ts';
import { stepWords as words } from './words.ts';

interface Step {
  id: string;
  missing: boolean;
  may: boolean;
  what: string;
  why: string;
  label: string;
  search: ApplicationAddress;
}

/** The steps that are still needed before users can use the application, in order. */
export function NextSteps({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const steps = stepsOf(application, rights).filter(({ missing, may }) => missing && may);
  if (application.builtIn || steps.length === 0) return null;
  return (
    <Section title={words.title}>
      <Lines>
        {steps.map((step, place) => (
          <div key={step.id}>
            <CircleDashedIcon />
            <div className="grow">
              <b>{step.what}</b>
              <div className="text-faint small">{step.why}</div>
            </div>
            <ButtonLink
              small
              kind={place === 0 ? 'primary' : 'plain'}
              to="/applications/$application"
              params={{ application: application.id }}
              search={step.search}
              activeProps={{}}
            >
              {step.label}
            </ButtonLink>
          </div>
        ))}
      </Lines>
    </Section>
  );
}

const BUILT_IN_ROLES = 1;

function stepsOf(application: Application, rights: ReturnType<typeof useRights>): Step[] {
  return [
    {
      id: 'permissions',
      missing: application.permissions === 0,
      may: rights.permissions,
      what: words.permissions,
      why: words.permissionsWhy,
      label: words.permissionsDo,
      search: { tab: 'permissions', add: '1' },
    },
    {
      id: 'roles',
      missing: application.roles <= BUILT_IN_ROLES && application.permissions > 0,
      may: rights.roles,
      what: words.roles,
      why: words.rolesWhy,
      label: words.rolesDo,
      search: { tab: 'roles', add: '1' },
    },
    {
      id: 'grants',
      missing: application.grants === 0 && application.permissions > 0,
      may: rights.grant,
      what: words.grants,
      why: words.grantsWhy,
      label: words.grantsDo,
      search: { tab: 'grants', add: '1' },
    },
    {
      id: 'clients',
      missing: application.clients === 0,
      may: rights.clients,
      what: words.clients,
      why: words.clientsWhy,
      label: words.clientsDo,
      search: { tab: 'clients', add: '1' },
    },
    {
      id: 'owners',
      missing: application.owners.length === 0,
      may: rights.register,
      what: words.owners,
      why: words.ownersWhy,
      label: words.ownersDo,
      search: { add: '1' },
    },
  ];
}
