import type { Access, AccessItem, AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ENDING_SOON_MS, EndsAt, useNow } from '../../ui/time.tsx';
import { memberWords as words } from './words.ts';
import './home.css';

/** Access of the viewer that ends soon, and whose grant a request can renew. */
export interface EndingAccess {
  readonly kind: 'role' | 'permission';
  readonly name: string;
  readonly title: string;
  readonly grant: string;
  readonly ends: string;
}

/** The time at which the last path to a permission ends. Null if one has no end, or if not all paths are known. */
export function endOf({ paths, pathCount }: Pick<AccessItem, 'paths' | 'pathCount'>): string | null {
  if (paths.length === 0 || paths.length < pathCount) return null;
  const ends = paths.map((path) => path.ends);
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last));
}

/** What a change of the viewer's access changes. */
interface NextChange {
  readonly kind: 'ends' | 'stays';
  /** The titles of the permissions. */
  readonly what: readonly string[];
}

/**
 * The permissions that end at an instant, or else those that lose a path then but stay through another one. Undefined
 * if neither is known, for example because access begins then.
 */
export function changeAt({ permissions: { items } }: Pick<Access, 'permissions'>, at: string): NextChange | undefined {
  const then = Date.parse(at);
  const isThen = (end: string | null) => end !== null && Date.parse(end) === then;
  const losing = items.filter(({ paths }) => paths.some(({ ends }) => isThen(ends)));
  const ending = losing.filter((item) => isThen(endOf(item)));
  const titles = (of: readonly AccessItem[]) => of.map(({ title, name }) => title.trim() || name);
  if (ending.length > 0) return { kind: 'ends', what: titles(ending) };
  return losing.length > 0 ? { kind: 'stays', what: titles(losing) } : undefined;
}

/**
 * The roles and permissions that were granted to the viewer and end within a week. Access through a group is left out,
 * because a request renews only a grant to the user.
 */
export function endingIn({ roles, permissions }: Pick<Access, 'roles' | 'permissions'>, now: Date): EndingAccess[] {
  const found = (kind: EndingAccess['kind'], items: readonly AccessItem[]) =>
    items.flatMap((item): EndingAccess[] => {
      const ends = endOf(item);
      const left = ends === null ? 0 : Date.parse(ends) - now.getTime();
      const steps = kind === 'role' ? 1 : 0;
      const own = item.paths.find(
        (path) => path.ends === ends && path.groups.length === 0 && path.roles.length === steps && !path.admin,
      );
      if (ends === null || !own || left <= 0 || left > ENDING_SOON_MS) return [];
      return [{ kind, name: item.name, title: item.title, grant: own.grant, ends }];
    });
  return [...found('role', roles), ...found('permission', permissions.items)];
}

interface ExtendProps {
  application: string;
  held: Access;
  /** The viewer's requests, to leave out what they asked to extend already. */
  requests: readonly AccessRequest[];
}

/** Links that begin a request to extend access that ends soon. */
export function AskToExtend({ application, held, requests }: ExtendProps): ReactNode {
  const now = useNow();
  const ending = endingIn(held, now).filter(({ grant }) => requests.every(({ renews }) => renews !== grant));
  if (ending.length === 0) return null;
  return (
    <ul className="app-ends">
      {ending.map(({ kind, name, title, grant, ends }) => {
        // The title of a role says what it is for, so it reads badly in a sentence.
        const what = kind === 'role' || title.trim() === '' ? name : title;
        return (
          <li key={grant}>
            <span className="grow">{say(words.ends, { what: <bdi>{what}</bdi>, at: <EndsAt at={ends} /> })}</span>
            <ButtonLink
              small
              to="/inbox"
              search={{ view: 'mine', add: '1', application, renews: grant, [kind]: name }}
              aria-label={words.extendNamed(what)}
            >
              {words.extend}
            </ButtonLink>
          </li>
        );
      })}
    </ul>
  );
}
