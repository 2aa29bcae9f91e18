import { type Application, adminRole, limits } from '@licet/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FoundOption } from '../../../blocks/find.ts';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { everyPage } from '../every-page.ts';
import { type Brought, effectOfGrant, type GrantEffect, heldNow } from './effect-of-grant.ts';
import { changeWords as words } from './words.ts';

const MOST_COMPARED = 2000;
const NAMES_SHOWN = 8;

export interface GrantChangesProps {
  application: Application;
  to: readonly FoundOption[];
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
      queryFn: () => (principal.kind === 'group' ? membersOf(principal.id) : heldBy(application.id, principal.id)),
    })),
  });
  const { data } = brought;
  const effects = data
    ? to.map((principal, place) => effectOn(principal, facts[place]?.data, facts[place]?.isError === true, data))
    : [];
  return (
    <section aria-live="polite">
      <Section title={words.title}>
        {data ? (
          <Effects effects={effects} />
        ) : brought.isError ? (
          <p className="text-faint">{words.cannot}</p>
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

function effectOn(principal: FoundOption, fact: Fact | undefined, failed: boolean, brought: Brought): Effect {
  const { id, label } = principal;
  if (fact === undefined) return { id, kind: 'same', what: label, names: failed ? words.unknown : words.looking };
  if (!('members' in fact)) return { id, ...userEffect(label, effectOfGrant(brought, fact.held)) };
  const what = brought.admin ? words.everybodyAll(label) : words.everybody(label, brought.total);
  return { id, kind: 'gain', what: <b>{what}</b>, names: words.members(fact.members) };
}

function userEffect(name: string, effect: GrantEffect): Omit<Effect, 'id'> {
  switch (effect.kind) {
    case 'admin':
      return { kind: 'same', what: <b>{words.admin(name)}</b>, names: words.adminText };
    case 'becomes-admin':
      return { kind: 'gain', what: <b>{words.becomesAdmin(name)}</b>, names: words.becomesAdminText };
    case 'keeps':
      return {
        kind: 'same',
        what: <b>{words.keeps(name)}</b>,
        names: effect.kept > 0 ? words.keepsText : words.nothing,
      };
    case 'unknown':
      return { kind: 'gain', what: <b>{words.upTo(name, effect.brings)}</b>, names: words.upToText };
    case 'gains': {
      const hidden = effect.gained.length - NAMES_SHOWN;
      const notes = [hidden > 0 ? words.more(hidden) : '', effect.kept > 0 ? words.kept(effect.kept) : ''];
      return {
        kind: 'gain',
        what: <b>{words.gains(name, effect.gained.length)}</b>,
        permissions: effect.gained.slice(0, NAMES_SHOWN),
        names: notes.filter(Boolean).join('; ') || undefined,
      };
    }
  }
}
