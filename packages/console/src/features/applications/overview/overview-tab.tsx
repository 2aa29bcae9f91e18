import '../applications.css';
import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { AccessOverTime, UseOverTime } from '../../../blocks/over-time/over-time.tsx';
import { useAsOf } from '../../../session/as-of.ts';
import { PageBody } from '../../../shell/page.tsx';
import { CircleDashedIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Lines, Section } from '../../../ui/section.tsx';
import type { ApplicationAddress } from '../address.ts';
import { type TabProps, useRights } from '../application-tab.ts';
import { ApplicationFigures } from './figures.tsx';
import { Owners } from './owners.tsx';
import { UsePerRole } from './use-per-role.tsx';
import { WaitingHere } from './waiting.tsx';
import { stepWords } from './words.ts';

/** The overview of an application: what is missing, its figures, its use, and its owners. */
export function OverviewTab({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const now = useAsOf() === undefined;
  const used = rights.access && !application.builtIn;
  return (
    <PageBody>
      <div className="overview">
        <NextSteps application={application} />
        <ApplicationFigures application={application} />
        {rights.access && (
          <div className="overview-row">
            <AccessOverTime application={application.id} since={application.createdAt} />
            {used && <UseOverTime application={application.id} since={application.createdAt} />}
          </div>
        )}
        <div className="overview-row">
          {rights.grant && <WaitingHere application={application} />}
          {used && now && <UsePerRole application={application} />}
          <Owners application={application} />
        </div>
      </div>
    </PageBody>
  );
}

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
function NextSteps({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const steps = stepsOf(application, rights).filter(({ missing, may }) => missing && may);
  if (application.builtIn || steps.length === 0) return null;
  return (
    <Section title={stepWords.title}>
      <Lines>
        {steps.map((step) => (
          <div key={step.id}>
            <CircleDashedIcon />
            <div className="grow">
              <b>{step.what}</b>
              <div className="text-faint small">{step.why}</div>
            </div>
            <ButtonLink
              small
              kind={step.id === 'permissions' ? 'primary' : 'plain'}
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
      what: stepWords.permissions,
      why: stepWords.permissionsWhy,
      label: stepWords.permissionsDo,
      search: { tab: 'permissions', add: '1' },
    },
    {
      id: 'roles',
      missing: application.roles <= BUILT_IN_ROLES && application.permissions > 0,
      may: rights.roles,
      what: stepWords.roles,
      why: stepWords.rolesWhy,
      label: stepWords.rolesDo,
      search: { tab: 'roles', add: '1' },
    },
    {
      id: 'grants',
      missing: application.grants === 0 && application.permissions > 0,
      may: rights.grant,
      what: stepWords.grants,
      why: stepWords.grantsWhy,
      label: stepWords.grantsDo,
      search: { tab: 'grants', add: '1' },
    },
    {
      id: 'clients',
      missing: application.clients === 0,
      may: rights.clients,
      what: stepWords.clients,
      why: stepWords.clientsWhy,
      label: stepWords.clientsDo,
      search: { tab: 'clients', add: '1' },
    },
    {
      id: 'owners',
      missing: application.owners.length === 0,
      may: rights.register,
      what: stepWords.owners,
      why: stepWords.ownersWhy,
      label: stepWords.ownersDo,
      search: { add: '1' },
    },
  ];
}
