import type { Grant, Ref } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { useMay } from '../session/may.ts';
import { type Effect, Effects } from '../ui/effects.tsx';
import { SkeletonLines } from '../ui/states.tsx';

const SHOWN = 20;

/** What somebody loses who leaves a group: its grants in force, unless they come another way as well. */
export function BroughtByGroup({ group, who }: { group: Ref; who: string }): ReactNode {
  const { may } = useMay();
  const query = useQuery({
    queryKey: ['groups', 'one', group.id, 'brings'],
    queryFn: ({ signal }) =>
      client.groups.grants({ params: { group: group.id }, query: { state: 'active', limit: SHOWN }, signal }),
    enabled: may('access.read'),
  });
  if (!may('access.read') || query.error) return <p>{words.unknown(group.name)}</p>;
  if (!query.data) return <SkeletonLines lines={2} />;
  const { items, total } = query.data;
  if (items.length === 0) return <p>{words.nothing(group.name)}</p>;
  const effects = byApplication(items).map(
    ([application, grants]): Effect => ({
      id: application,
      kind: 'lose',
      what: (
        <>
          <b>{who}</b> {words.loses(application)}
        </>
      ),
      names: grants.map((grant) => grant.gives.name).join(', '),
    }),
  );
  return (
    <>
      <Effects effects={effects} />
      <p className="small">
        {total > items.length && `${words.more(total - items.length)} `}
        {words.nested(group.name)}
      </p>
    </>
  );
}

const words = {
  unknown: (group: string) => `You may not see what ${group} brings.`,
  nothing: (group: string) => `Nothing is granted to ${group} itself. What the groups above it bring goes too.`,
  loses: (application: string) => `no longer has by this group, in ${application}:`,
  more: (count: number) => (count === 1 ? 'And one more grant.' : `And ${count.toLocaleString()} more grants.`),
  nested: (group: string) => `Also what comes by way of ${group} from groups that it is in.`,
} as const;

function byApplication(grants: readonly Grant[]): [string, Grant[]][] {
  return [...Map.groupBy(grants, (grant) => grant.application)];
}
