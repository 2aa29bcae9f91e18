import type { AccessPath, Holder } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { words } from './words.ts';
import './explain.css';

/** What gives holders their access: a group, or for grants to the user a role, or a grant of the permission. */
export interface Way {
  id: string;
  /** Undefined for a direct grant of the permission. */
  name: string | undefined;
  /** The number of holders with a path through it. */
  count: number;
}

/** The ways of some holders, the most frequent first. */
export function waysOf(holders: readonly Pick<Holder, 'paths'>[]): Way[] {
  const ways = new Map<string, Way>();
  for (const { paths } of holders)
    for (const [id, name] of new Map(paths.map(startOf))) {
      const way = ways.get(id) ?? { id, name, count: 0 };
      ways.set(id, { ...way, count: way.count + 1 });
    }
  return [...ways.values()].sort((one, other) => other.count - one.count);
}

/** Whether a holder has a path through a way. */
export const isThrough = ({ paths }: Pick<Holder, 'paths'>, way: string): boolean =>
  paths.some((path) => startOf(path)[0] === way);

function startOf({ groups, roles, admin }: AccessPath): [id: string, name: string | undefined] {
  const [first] = [...groups, ...roles];
  if (first) return [first.id, first.name];
  return admin ? ['admin', 'admin'] : ['direct', undefined];
}

interface WaysSummaryProps {
  ways: readonly Way[];
  total: number;
  value: string | undefined;
  onChange: (way: string | undefined) => void;
}

/** The number of holders by way, as buttons that filter the list. */
export function WaysSummary({ ways, total, value, onChange }: WaysSummaryProps): ReactNode {
  return (
    <fieldset className="way-chips" aria-label={words.byWay}>
      <button type="button" aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
        {words.allWays} <span className="number">{formatNumber(total)}</span>
      </button>
      {ways.map(({ id, name, count }) => (
        <button key={id} type="button" aria-pressed={value === id} onClick={() => onChange(id)}>
          {name === undefined ? words.grantedDirectly : <bdi>{name}</bdi>}{' '}
          <span className="number">{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
