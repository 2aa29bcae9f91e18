import type { Found } from '@licet/contract';
import { createElement } from 'react';
import { client } from '../session/client.ts';
import { IdCardIcon, KeyRoundIcon, UsersRoundIcon } from '../ui/icons.tsx';
import type { LoadOptions, Option } from '../ui/option.ts';
import { AppSquare, Avatar } from '../ui/who.tsx';

/** Something found by name, as an option of a picker. */
export interface FoundOption extends Option {
  kind: Found['kind'];
  /** The identifier of the application that a role or permission belongs to. */
  application: string | null;
}

/**
 * A search for the pickers. Keep it stable: call it outside of components, or in `useMemo`.
 * @param kinds what may be found.
 * @param application only in this application (roles and permissions).
 */
export function finder(kinds: readonly Found['kind'][], application?: string): LoadOptions<FoundOption> {
  return async (q, signal) => {
    if (q.trim() === '') return [];
    const query = { q, kinds: kinds.join(','), limit: 20, ...(application !== undefined && { application }) };
    const { items } = await client.search.find({ query, signal });
    return items.map(optionOf);
  };
}

/** A find as an option. */
export function optionOf(found: Found): FoundOption {
  const { kind, id, name, detail, application } = found;
  return {
    kind,
    id,
    label: name,
    application,
    mono: kind === 'permission',
    ...(detail !== '' && { detail }),
    ...leadOf(found),
  };
}

function leadOf({ kind, name }: Found): Pick<Option, 'lead' | 'icon'> {
  switch (kind) {
    case 'user':
      return { lead: createElement(Avatar, { name }) };
    case 'application':
      return { lead: createElement(AppSquare, { name }) };
    case 'group':
      return { icon: UsersRoundIcon };
    case 'role':
      return { icon: IdCardIcon };
    case 'permission':
      return { icon: KeyRoundIcon };
  }
}
