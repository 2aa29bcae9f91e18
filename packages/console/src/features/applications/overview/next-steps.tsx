import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { CircleDashedIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Lines, Section } from '../../../ui/section.tsx';
import type { Address } from '../address.ts';
import { useRights } from '../rights.ts';

interface Step {
  id: string;
  missing: boolean;
  may: boolean;
  what: string;
  why: string;
  label: string;
  search: Address;
}

/** What is still missing before somebody can use the application, in the order in which it is done. */
export function NextSteps({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const steps = stepsOf(application, rights).filter(({ missing, may }) => missing && may);
  if (application.builtIn || steps.length === 0) return null;
  return (
    <Section title="What to do next">
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
      what: 'Name what the application lets people do',
      why: 'Its permissions, such as invoices.refund. Type them, or import a file.',
      label: 'Add permissions',
      search: { tab: 'permissions', add: '1' },
    },
    {
      id: 'roles',
      missing: application.roles <= BUILT_IN_ROLES && application.permissions > 0,
      may: rights.roles,
      what: 'Make a role of them',
      why: 'A role is a named set of permissions, so that people need one grant and not many.',
      label: 'New role',
      search: { tab: 'roles', add: '1' },
    },
    {
      id: 'grants',
      missing: application.grants === 0 && application.permissions > 0,
      may: rights.grant,
      what: 'Grant a role to somebody',
      why: 'To a person or a group, for a while or without end.',
      label: 'Add grant',
      search: { tab: 'grants', add: '1' },
    },
    {
      id: 'clients',
      missing: application.clients === 0,
      may: rights.clients,
      what: 'Register a client',
      why: 'The program that signs people in: its addresses, and a secret when it runs on a server.',
      label: 'Register client',
      search: { tab: 'clients', add: '1' },
    },
    {
      id: 'owners',
      missing: application.owners.length === 0,
      may: rights.register,
      what: 'Name an owner',
      why: 'Owners manage this application and nothing else.',
      label: 'Add owner',
      search: { add: '1' },
    },
  ];
}
