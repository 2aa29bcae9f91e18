import type { Found } from '@licet/contract';
import { optionOf } from '../../blocks/find.ts';
import { detailOf } from '../../blocks/roles.ts';
import { client } from '../../session/client.ts';
import { type IconType, KeyRoundIcon } from '../../ui/icon.tsx';
import { AppWindowIcon, IdCardIcon, SettingsIcon, UserRoundIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import type { Line } from './line.ts';
import { splitMatches } from './matches.ts';
import { words } from './words.ts';

/** Finds users, groups, applications, roles, permissions and programs. */
export async function findLines(q: string, signal: AbortSignal): Promise<readonly Line[]> {
  const { items } = await client.search.find({ query: { q, limit: 20 }, signal });
  const named = ({ name }: Found) => splitMatches(name, q).some(({ hit }) => hit);
  const rank = (found: Found) => (named(found) ? 0 : 1);
  const byKind = kinds.map((kind) => ({
    ...kind,
    own: items.filter((found) => found.kind === kind.kind).sort((one, other) => rank(one) - rank(other)),
  }));
  // Put kinds with a match by name before kinds whose results match only by e-mail address.
  const best = ({ own }: { own: readonly Found[] }) => (own.some(named) ? 0 : 1);
  return byKind
    .sort((one, other) => best(one) - best(other))
    .flatMap(({ group, icon, own }) =>
      own.map((found) => ({
        id: `${found.kind} ${found.application ?? ''} ${found.id}`,
        group: words[group],
        icon,
        label: found.name,
        person: found.kind === 'user',
        mono: found.kind === 'permission',
        act: { kind: 'open', href: addressOf(found) },
        ...(found.detail !== '' && { detail: detailOf(found) }),
        ...permissionOf(found),
        ...(found.application !== null && found.kind !== 'application' && { end: found.application }),
      })),
    );
}

function permissionOf(found: Found): Pick<Line, 'permission'> {
  const option = optionOf(found);
  const { application } = option;
  return option.kind === 'permission' && application !== null ? { permission: { ...option, application } } : {};
}

const kinds: readonly {
  kind: Found['kind'];
  group: 'users' | 'groups' | 'applications' | 'roles' | 'permissions' | 'programs';
  icon: IconType;
}[] = [
  { kind: 'user', group: 'users', icon: UserRoundIcon },
  { kind: 'group', group: 'groups', icon: UsersRoundIcon },
  { kind: 'application', group: 'applications', icon: AppWindowIcon },
  { kind: 'role', group: 'roles', icon: IdCardIcon },
  { kind: 'permission', group: 'permissions', icon: KeyRoundIcon },
  { kind: 'client', group: 'programs', icon: SettingsIcon },
];

/** The icon of a kind of result; undefined for anything else. */
export const iconOf = (kind: string): IconType | undefined => kinds.find((one) => one.kind === kind)?.icon;

function addressOf({ kind, id, application, name }: Found): string {
  switch (kind) {
    case 'user':
      return `/users/${encodeURIComponent(id)}`;
    case 'group':
      return `/groups/${encodeURIComponent(id)}`;
    case 'application':
      return `/applications/${encodeURIComponent(id)}`;
    case 'role':
    case 'permission':
    case 'client': {
      const search = new URLSearchParams({ tab: `${kind}s`, ...(kind !== 'client' && { q: name }), open: id });
      return `/applications/${encodeURIComponent(application ?? '')}?${search}`;
    }
  }
}
