import type { AccessPath, AccessRequest, Ref } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { formatDate } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Path, PathDown, type PathStep } from '../ui/path.tsx';
import { EndsAt, shortTime, Time } from '../ui/time.tsx';
import { recordedActor, recordedRequest, recordedText } from './recorded.ts';
import { say } from './say.tsx';
import { requestWords, words } from './words.ts';
import './path-list.css';

/** The first and last node of each path; omitted if the page already shows them. */
export interface PathEnds {
  /** The user at the start of the path; omitted on the user's own page. */
  person?: { readonly id: string; readonly name: string } | undefined;
  /** The permission at the end of the path; omitted on a page about this permission. */
  permission?: string | undefined;
  /** The id of the application. With it, roles link to their pages. */
  application?: string | undefined;
}

export interface PathListProps extends PathEnds {
  paths: readonly AccessPath[];
  /** The total number of paths, if `paths` contains only the first ones. */
  count?: number | undefined;
  /** The maximum number of paths to show. A line below gives the number of further paths. */
  most?: number | undefined;
}

/** The paths of access as a list: user, groups, role, included roles, permission. */
export function PathList({ paths, count = paths.length, most = paths.length, ...ends }: PathListProps): ReactNode {
  const shown = paths.slice(0, most);
  return (
    <span className="path-list">
      {shown.map((path) => (
        <Path key={pathKey(path)} steps={pathSteps(path, ends)} />
      ))}
      {count > shown.length && <span className="text-faint small">{words.morePaths(count - shown.length)}</span>}
    </span>
  );
}

interface PathDetailProps extends PathEnds {
  path: AccessPath;
  /** Names who granted it, too. */
  by?: boolean | undefined;
}

/** One path drawn vertically, with the start and end beside the grant. For wide panels. */
export function PathDetail({ path, by, ...ends }: PathDetailProps): ReactNode {
  return <PathDown steps={pathSteps(path, ends, <PathNote path={path} by={by} />)} />;
}

/** The nodes of a path, for `Path` and `PathDown`. */
export function pathSteps(
  path: AccessPath,
  { person, permission, application }: PathEnds = {},
  note?: ReactNode,
): PathStep[] {
  const steps: PathStep[] = [];
  const roleStep = ({ id, name }: Ref): PathStep => ({
    kind: 'role',
    label: name,
    href: application && `/applications/${application}?tab=roles&open=${id}`,
  });
  if (person) steps.push({ kind: 'person', label: person.name });
  for (const group of path.groups) steps.push({ kind: 'group', label: group.name, href: `/groups/${group.id}` });
  const [granted, ...included] = path.roles;
  if (granted) steps.push({ ...roleStep(granted), note });
  else if (path.admin) steps.push({ kind: 'role', label: 'admin', note });
  else steps.push({ kind: 'alone', note });
  for (const role of included) steps.push(roleStep(role));
  if (permission !== undefined) steps.push({ kind: 'permission', label: permission, state: 'yes' });
  return steps;
}

/** A key that identifies a path: its grant and its nodes. */
export const pathKey = (path: AccessPath): string =>
  [path.grant, ...path.groups.map(({ id }) => id), ...path.roles.map(({ id }) => id)].join(' ');

/** When the user got the access by a path: at the start of the grant, or when they joined its groups, if later. */
export const sinceOf = ({ starts, joined }: Pick<AccessPath, 'starts' | 'joined'>): string =>
  joined !== null && Date.parse(joined) > Date.parse(starts) ? joined : starts;

/** Shows when the access of a path begins and ends, its reason and, with `by`, who granted it. */
export function PathNote({ path, by }: { path: AccessPath; by?: boolean | undefined }): ReactNode {
  return (
    <>
      {by ? words.sinceDay : words.since} <Time at={path.starts} shown={dayOf(path.starts)} />
      {path.ends !== null ? (
        <>
          {', '}
          {words.until} <EndsAt at={path.ends} />
        </>
      ) : (
        by && `, ${words.withoutEnd}`
      )}
      {by && path.grantedBy !== '' && (
        <>
          {'. '}
          {say(words.grantedBy, { who: <bdi>{recordedActor(path.grantedBy)}</bdi> })}
        </>
      )}
      {path.reason !== '' && <>. {words.becauseOf(recordedText(path.reason))}</>}
      {path.request !== null && (
        <>
          {/[.!?…]$/.test(path.reason) ? ' ' : '. '}
          <span>
            <RequestLink id={path.request} />
          </span>
        </>
      )}
    </>
  );
}

/**
 * A day, such as “23 November”, where a relative time would be too precise. Adds the year unless it is the current one.
 */
function dayOf(at: string): string {
  const year = at.slice(0, 4) === `${new Date().getUTCFullYear()}` ? undefined : 'numeric';
  return formatDate(new Date(at), { day: 'numeric', month: 'long', year });
}

const pathRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) => recordedRequest(await client.requests.get({ params: { request: id }, signal })),
    staleTime: 60_000,
  });

/** The request behind a grant: "Asked for on 21 Nov 2026, 14:24, approved by Chiara Benedetti", as a link. */
function RequestLink({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery(pathRequestQuery(id));
  // A viewer who may not see the request still sees that there was one.
  if (error && !data) return requestWords.byRequest;
  return (
    <TextLink to="/inbox" search={{ request: id }}>
      {data ? originText(data) : requestWords.byRequest}
    </TextLink>
  );
}

function originText({ askedAt, decision }: AccessRequest): string {
  const asked = requestWords.asked(shortTime(new Date(askedAt)));
  return decision?.by ? `${asked}, ${requestWords.approvedBy(decision.by.name)}` : asked;
}
