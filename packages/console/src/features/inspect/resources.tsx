import { ADMIN, type ResourceGrants, type Token } from '@licet/rule';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { formatFirst } from '../../ui/format.ts';
import { IdCardIcon } from '../../ui/icons.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { words } from './words.ts';
import './inspect.css';
import '../../ui/section.css';

const GROUPS_SHOWN = 20;
const NAMES_SHOWN = 12;
const NAMED = 3;

/** What the token permits on single resources, in addition to what it permits everywhere. */
export function OnResources({ token: { on = [], on_ref } }: { token: Token }): ReactNode {
  if (on.length === 0 && on_ref === undefined) return null;
  const count = new Set(on.flatMap((each) => each.resources)).size;
  return (
    <section className="permits">
      <div className="section-head">
        <h2>{words.onResources}</h2>
        {on.length > 0 && <span className="number">{words.resources(count)}</span>}
      </div>
      {on.length > 0 && <p className="text-muted small">{words.onResourcesWhy}</p>}
      {on_ref !== undefined && (
        <Callout>
          <b>{words.onReference}.</b> {words.onReferenceWhy} <code className="identifier">{on_ref}</code>
        </Callout>
      )}
      <ul className="on-resources">
        {on.slice(0, GROUPS_SHOWN).map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names, and a pasted token does not change
          <li key={place}>
            <Group {...each} />
          </li>
        ))}
      </ul>
      {on.length > GROUPS_SHOWN && <p className="text-faint small">{words.moreGroups(on.length - GROUPS_SHOWN)}</p>}
    </section>
  );
}

/** One group: its resources, and the roles and permissions on each of them. */
function Group({ resources, roles, permissions }: ResourceGrants): ReactNode {
  const counts = `${words.permissions(new Set(permissions).size)}, ${words.roles(new Set(roles).size)}`;
  return (
    <>
      {resources.length === 0 ? <p>{words.onNone}</p> : <Names names={resources} more={words.resources} mono />}
      <p className="text-muted small">{roles.includes(ADMIN) ? words.everything : counts}</p>
      <Names names={roles} more={words.roles} icon={IdCardIcon} />
      <Names names={permissions} more={words.permissions} mono />
    </>
  );
}

/** The first of the names, and how many there are. */
function Names({
  names,
  more,
  ...look
}: {
  names: readonly string[];
  more: (count: number) => string;
  mono?: boolean;
  icon?: typeof IdCardIcon;
}): ReactNode {
  const different = [...new Set(names)];
  if (different.length === 0) return null;
  return (
    <Tags>
      {different.slice(0, NAMES_SHOWN).map((name) => (
        <Tag key={name} {...look}>
          {name}
        </Tag>
      ))}
      {different.length > NAMES_SHOWN && <span className="text-faint small">{more(different.length)}</span>}
    </Tags>
  );
}

/** Says on which resources the token permits what it does not permit everywhere. Undefined if there are none. */
export function onlyOn({ on = [] }: Token, permission: string): string | undefined {
  const places = on
    .filter(({ roles, permissions }) => roles.includes(ADMIN) || permissions.includes(permission))
    .flatMap((each) => each.resources);
  const different = [...new Set(places)];
  if (different.length === 0) return undefined;
  return words.onlyOn(formatFirst(different, NAMED, words.resourcesMore));
}
