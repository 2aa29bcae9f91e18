import type { AccessItem, AccessPath } from '@licet/contract';
import type { ReactNode } from 'react';
import { sinceOf } from '../../blocks/path-list.tsx';
import { recordedActor, recordedText } from '../../blocks/recorded.ts';
import { formatDate } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import { stepsOf } from './access-rows.ts';
import { accessWords as words } from './words.ts';

/**
 * Since when the user has access by a path, and why then: "Chiara Benedetti, 4 Mar", "Request, 9 Nov" with a link to the
 * request, or "joined Finance, 10 Sept" if the grant to the group is older.
 */
export function Origin({ path }: { path: AccessPath }): ReactNode {
  const since = sinceOf(path);
  return (
    <span className="access-from text-muted">
      <span>
        <Why path={path} />, <Time at={since} />
      </span>
      {path.groups.length === 0 && path.reason !== '' && (
        <span className="text-faint small ellipsis">{recordedText(path.reason)}</span>
      )}
    </span>
  );
}

function Why({ path }: { path: AccessPath }): ReactNode {
  const { starts, request, grantedBy, groups } = path;
  if (sinceOf(path) !== starts) return words.joined(groups.length === 1 ? (groups[0]?.name ?? '') : undefined);
  if (request === null) return <bdi>{recordedActor(grantedBy)}</bdi>;
  return (
    <TextLink to="/inbox" search={{ request }}>
      {words.request}
    </TextLink>
  );
}

/** How a path reaches the user: "by a direct grant", "through Finance", "through clerk". */
export function viaText({ groups, roles, admin }: AccessPath): string {
  const name = groups[0]?.name ?? roles[0]?.name ?? (admin ? 'admin' : undefined);
  return name === undefined ? words.directly : words.through(name);
}

/** "Stays through Finance after 28 Mar 2027"; undefined if the access does not outlast its first end. */
export function staysText(item: Pick<AccessItem, 'paths' | 'pathCount'>): string | undefined {
  const steps = stepsOf(item);
  if (!steps) return undefined;
  const { first, last } = steps;
  return words.stays(viaText(last), endText(first.ends), last.ends === null ? undefined : endText(last.ends));
}

const NEAR_MS = 36 * 3_600_000;

/** An end within a sentence: "30 Nov, 16:32" if it is near, "28 Mar 2027" otherwise. */
function endText(at: string): string {
  const [end, now] = [new Date(at), new Date()];
  const isNear = Math.abs(end.getTime() - now.getTime()) < NEAR_MS;
  const year = end.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  const time = isNear ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  return formatDate(end, { day: 'numeric', month: 'short', year, ...time });
}
