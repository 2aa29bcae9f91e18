import { type Application, adminRole, limits } from '@licet/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { counted } from '../counts.ts';
import { everyPage } from '../every-page.ts';
import type { PrincipalOption } from '../find-options.tsx';
import { type Brought, effectOfGrant, type GrantEffect, heldNow } from './effect-of-grant.ts';

const MOST_COMPARED = 2000;
const NAMES_SHOWN = 8;

export interface GrantChangesProps {
  application: Application;
  to: readonly PrincipalOption[];
  gives: { kind: 'role' | 'permission'; id: string; name: string };
}

/** What a new grant brings to whom, from what they hold now. What it cannot know it does not say. */
export function GrantChanges({ application, to, gives }: GrantChangesProps): ReactNode {
  const brought = useQuery({
    queryKey: ['applications', application.id, 'brought', gives.kind, gives.id],
    queryFn: () => broughtBy(application.id, gives),
  });
  const facts = useQueries({
    queries: to.map((principal) => ({
      queryKey: ['applications', application.id, 'held', principal.id],
      queryFn: () => (principal.kind === 'user' ? heldBy(application.id, principal.id) : membersOf(principal.id)),
    })),
  });
  const { data } = brought;
  const effects = data
    ? to.map((principal, place) => effectOn(principal, facts[place]?.data, facts[place]?.isError === true, data))
    : [];
  return (
    <section aria-live="polite">
      <Section title="What this changes">
        {data ? (
          <Effects effects={effects} />
        ) : brought.isError ? (
          <p className="text-faint">It cannot be compared with what they hold now.</p>
        ) : (
          <Skeleton width={220} />
        )}
      </Section>
    </section>
  );
}

type Fact = { held: ReturnType<typeof heldNow> } | { members: number };

async function heldBy(application: string, user: string): Promise<Fact> {
  return { held: heldNow(await client.access.get({ params: { application, user }, query: { limit: 1 } })) };
}

async function membersOf(group: string): Promise<Fact> {
  return { members: (await client.groups.get({ params: { group } })).members };
}

async function broughtBy(application: string, gives: GrantChangesProps['gives']): Promise<Brought> {
  if (gives.kind === 'permission') return { admin: false, permissions: [gives.name], more: false, total: 1 };
  if (gives.name === adminRole) return { admin: true, permissions: [], more: false, total: 0 };
  const params = { application, role: gives.id };
  const role = await client.roles.get({ params });
  const { items, more } = await everyPage(
    (cursor) => client.roles.items({ params, query: { cursor, limit: limits.pageMax.value } }),
    MOST_COMPARED,
  );
  return { admin: false, permissions: items.map(({ name }) => name), more, total: role.permissions };
}

function effectOn(principal: PrincipalOption, fact: Fact | undefined, failed: boolean, brought: Brought): Effect {
  const { id, label } = principal;
  if (fact === undefined)
    return failed
      ? { id, kind: 'same', what: label, names: 'What they hold now is not known to you.' }
      : { id, kind: 'same', what: label, names: 'Looking at what they hold now' };
  if ('members' in fact)
    return {
      id,
      kind: 'gain',
      what: (
        <b>
          Everybody in {label} gains {broughtText(brought)}
        </b>
      ),
      names: `${counted(fact.members, 'direct member')}, and whoever joins later; who has it already keeps it`,
    };
  return userEffect(id, label, effectOfGrant(brought, fact.held));
}

function userEffect(id: string, name: string, effect: GrantEffect): Effect {
  switch (effect.kind) {
    case 'admin':
      return {
        id,
        kind: 'same',
        what: <b>{name} holds admin already</b>,
        names: 'It permits everything, by the rule.',
      };
    case 'becomes-admin':
      return {
        id,
        kind: 'gain',
        what: <b>{name} may do everything</b>,
        names: 'admin permits everything, by the rule.',
      };
    case 'keeps':
      return {
        id,
        kind: 'same',
        what: <b>{name} keeps what they have</b>,
        names: effect.kept > 0 ? 'All of it comes by another way already.' : 'It brings no permission yet.',
      };
    case 'unknown':
      return {
        id,
        kind: 'gain',
        what: (
          <b>
            {name} gains up to {counted(effect.brings, 'permission')}
          </b>
        ),
        names: 'Too many to compare here; some may come by another way already.',
      };
    case 'gains': {
      const hidden = effect.gained.length - NAMES_SHOWN;
      const notes = [
        hidden > 0 ? `and ${counted(hidden, 'more', 'more')}` : '',
        effect.kept > 0 ? `${counted(effect.kept, 'other')} they have already` : '',
      ].filter(Boolean);
      return {
        id,
        kind: 'gain',
        what: (
          <b>
            {name} gains {counted(effect.gained.length, 'permission')}
          </b>
        ),
        permissions: effect.gained.slice(0, NAMES_SHOWN),
        names: notes.length > 0 ? notes.join('; ') : undefined,
      };
    }
  }
}

function broughtText(brought: Brought): string {
  return brought.admin ? 'everything, by the rule' : counted(brought.total, 'permission');
}
