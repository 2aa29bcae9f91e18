import type { Decision, Ref } from '@licet/contract';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { rolePolicyQuery } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { formatList } from '../../ui/format.ts';
import { InboxIcon } from '../../ui/icon.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { Who } from '../../ui/who.tsx';
import { words } from './words.ts';
import './explain.css';

const ROLES_SHOWN = 3;
const REQUESTS_READ = 20;

/** The requests that wait for the viewer in an application and match a user. */
const waitingQuery = (application: string, user: string) =>
  queryOptions({
    queryKey: ['requests', 'waiting', application, user],
    queryFn: ({ signal }) =>
      client.requests.list({ query: { view: 'waiting', application, q: user, limit: REQUESTS_READ }, signal }),
    retry: false,
  });

/** The approvers of a request for the permission and for the roles that include it, and a waiting request. */
export function WhoDecides({ decision }: { decision: Decision }): ReactNode {
  const { application, permission, user, paths, remedies } = decision;
  const { mayIn } = useMay();
  const mayRead = mayIn('applications.read', application.id);
  const roles = rolesOf(paths, remedies);
  const policies = useQueries({
    queries: roles.map(({ id }) => ({ ...rolePolicyQuery(application.id, id), enabled: mayRead, retry: false })),
  });
  const { data } = useQuery({
    ...waitingQuery(application.id, user.detail ?? user.name),
    enabled: !decision.permitted && user.kind === 'user' && permission.known,
  });
  const asked = (data?.items ?? []).find(
    (request) =>
      request.user.id === user.id &&
      (request.asks.name === permission.name || roles.some(({ id }) => id === request.asks.id)),
  );
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
      {asked && (
        <div>
          <InboxIcon />
          <span className="grow">
            {say(words.waits, { who: user.name, at: <Time at={asked.askedAt} />, length: lengthText(asked.seconds) })}
          </span>
          <TextLink className="small" to="/inbox" search={{ view: 'waiting', request: asked.id }}>
            {words.decideIt}
          </TextLink>
        </div>
      )}
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

/** The roles that include the permission: those that the user holds, or else those that would grant it. */
function rolesOf(paths: Decision['paths'], remedies: Decision['remedies']): Ref[] {
  const held = paths.flatMap(({ roles: [granted] }) => granted ?? []);
  const offered = remedies.filter(({ kind }) => kind === 'role').map(({ id, name }) => ({ id, name }));
  const all = new Map((held.length > 0 ? held : offered).map((role) => [role.id, role]));
  return [...all.values()].slice(0, ROLES_SHOWN);
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
