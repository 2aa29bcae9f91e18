import type { AccessRequest, HeldPeriod } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { periodsQuery } from '../../blocks/twelve-months/periods.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { formatDate } from '../../ui/format.ts';
import { evidenceWords as words } from './words.ts';

/** When the requester had the requested permission before. Only for viewers who may read access in the application. */
export function RequestEvidence({ request }: { request: AccessRequest }): ReactNode {
  const { mayIn } = useMay();
  const { application, user, asks, state } = request;
  const isNow = useAsOf() === undefined;
  const asked = isNow && state === 'pending' && asks.kind === 'permission' && mayIn('access.read', application.id);
  const { data } = useQuery({
    ...periodsQuery({ application: application.id, user: user.id, permission: asks.name }),
    enabled: asked,
  });
  if (!asked || !data) return null;
  return <p className="text-muted small">{evidenceText(user.name, data.from, data.periods)}</p>;
}

/** The periods in which the requester had the permission, in one sentence. */
export function evidenceText(name: string, from: string, periods: readonly HeldPeriod[]): string {
  const last = periods.at(-1);
  if (last === undefined) return words.never(name, day(from));
  if (last.ends === null) return words.has(name, day(last.starts));
  return periods.length === 1
    ? words.once(name, day(last.starts), day(last.ends))
    : words.often(name, periods.length, day(last.starts), day(last.ends));
}

const day = (at: string): string => formatDate(new Date(at), { day: 'numeric', month: 'long', year: 'numeric' });
