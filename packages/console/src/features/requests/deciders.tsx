import type { OwnDecision } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { formatList } from '../../ui/format.ts';
import { ownDecisionQuery } from './queries.ts';
import { askWords as words } from './words.ts';

/** Before one asks: whether one may do it already, and who decides when one may not. */
export function BeforeAsking({ application, permission }: { application: string; permission: string }): ReactNode {
  const { data } = useQuery(ownDecisionQuery(application, permission));
  if (!data) return null;
  if (data.permitted) return <Callout tone="yes">{words.held}</Callout>;
  return <p className="text-muted">{decidersText(data)}</p>;
}

function decidersText({ deciders, deciderCount }: OwnDecision): string {
  const names = deciders.map(({ name }) => name);
  if (names.length === 0) return words.nobody;
  const others = deciderCount - names.length;
  const listed = formatList(others > 0 ? [...names, words.others(others)] : names);
  return deciderCount === 1 ? words.decides(listed) : words.decide(listed);
}
