import type { Decision, Ref } from '@licet/contract';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rolesOf } from '../../blocks/decision/waiting-request.ts';
import { rolePolicyQuery } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { useMay } from '../../session/may.ts';
import { formatList } from '../../ui/format.ts';
import { IdCardIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { Who } from '../../ui/who.tsx';
import { words } from './words.ts';
import './explain.css';

/** The approvers of a request for the permission and for the roles that include it. */
export function WhoDecides({ decision }: { decision: Decision }): ReactNode {
  const { application } = decision;
  const { mayIn } = useMay();
  const mayRead = mayIn('applications.read', application.id);
  const roles = rolesOf(decision);
  const policies = useQueries({
    queries: roles.map(({ id }) => ({ ...rolePolicyQuery(application.id, id), enabled: mayRead, retry: false })),
  });
  return (
    <Deciders {...decision}>
      {roles.map((role, place) => {
        const policy = policies[place]?.data;
        const text = policy && policyText(policy);
        return (
          text !== undefined && (
            <div key={role.id}>
              <IdCardIcon />
              <span className="grow">{say(words.forRole, { role: <b>{role.name}</b>, who: text })}</span>
            </div>
          )
        );
      })}
    </Deciders>
  );
}

/** The users who decide on a request, and further lines. */
export function Deciders({
  deciders,
  deciderCount,
  children,
}: {
  deciders: readonly Ref[];
  deciderCount: number;
  children?: ReactNode;
}): ReactNode {
  const others = deciderCount - deciders.length;
  return (
    <Section title={words.whoDecides}>
      <div className="lines">
        {deciders.length === 0 && <div className="text-muted">{words.nobodyDecides}</div>}
        {deciders.map(({ id, name }) => (
          <div key={id}>
            <Who of={name} name={name} />
          </div>
        ))}
        {others > 0 && <div className="text-muted">{words.andMore(others)}</div>}
        {children}
      </div>
    </Section>
  );
}

/** Who approves requests for a role; undefined if its owners do, as by default. */
export function policyText({
  requestable,
  approval: { steps },
}: {
  requestable: boolean;
  approval: { steps: readonly { approvers: 'owners' | { users: readonly Ref[]; groups: readonly Ref[] } }[] };
}): string | undefined {
  if (!requestable) return words.notRequestable;
  if (steps.every(({ approvers }) => approvers === 'owners')) return undefined;
  const named = steps.map(({ approvers }) =>
    approvers === 'owners'
      ? words.owners
      : formatList(
          [...approvers.users, ...approvers.groups].map(({ name }) => name),
          'or',
        ),
  );
  return formatList(named);
}
