import type { Plan } from '@licet/contract';
import type { Effect } from '../../ui/effects.tsx';
import { formatList } from '../../ui/format.ts';
import { words } from './words.ts';

/** The roles, as `application/role`, whose policy still names the user after the plan's hand-over. */
export const keptBy = (plan: Plan | undefined): ReadonlySet<string> =>
  new Set(plan?.steps.flatMap(({ record }) => (record && isKept(record.after) ? record.after.kept : [])));

/** The same as lines, one per hand-over. */
export const stillNamed = ({ steps }: Plan): Effect[] =>
  steps.flatMap(({ record }, place) => {
    if (record?.action !== 'user.handed_over' || !isKept(record.after)) return [];
    const { kept, handedTo } = record.after;
    return [
      {
        id: `still-named-${place}`,
        kind: 'same' as const,
        what: words.stillNamed(record.target.name, formatList(kept)),
        names: words.stillNamedWhy(record.target.name, handedTo),
      },
    ];
  });

/** Whether an event has the fields of a hand-over that leaves names in policies. */
const isKept = (after: unknown): after is { readonly kept: readonly string[]; readonly handedTo: string } =>
  typeof after === 'object' && after !== null && 'kept' in after && 'handedTo' in after;
