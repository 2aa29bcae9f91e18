import { searchFilter } from '@licet/contract';
import { ADMIN, type Token } from '@licet/rule';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { words } from './words.ts';
import './inspect.css';

const AS_TAGS = 24;
const ROLES_SHOWN = 40;

/** The roles and permissions in the token; many permissions get a search. */
export function Permits({ token }: { token: Token }): ReactNode {
  const { roles, permissions, permissions_ref } = token;
  const admin = roles.includes(ADMIN);
  return (
    <section className="permits">
      <div className="section-head">
        <h2>{admin ? words.permits : words.lists}</h2>
        <span className="number">
          {admin ? words.everything : `${words.permissions(permissions.length)}, ${words.roles(roles.length)}`}
        </span>
      </div>
      {roles.length > 0 && (
        <Tags>
          {[...new Set(roles)].slice(0, ROLES_SHOWN).map((role) => (
            <Tag key={role} icon={IdCardIcon}>
              {role}
            </Tag>
          ))}
          {roles.length > ROLES_SHOWN && <span className="text-faint small">{words.roles(roles.length)}</span>}
        </Tags>
      )}
      {permissions_ref !== undefined && (
        <Callout>
          <b>{words.reference}.</b> {words.referenceWhy} <code className="identifier">{permissions_ref}</code>
        </Callout>
      )}
      {permissions.length > AS_TAGS ? (
        <PermissionList permissions={permissions} />
      ) : (
        permissions.length > 0 && (
          <Tags>
            {[...new Set(permissions)].map((permission) => (
              <Tag key={permission} mono>
                {permission}
              </Tag>
            ))}
          </Tags>
        )
      )}
      {permissions.length === 0 && permissions_ref === undefined && !admin && (
        <p className="text-faint">{words.noPermissions}</p>
      )}
    </section>
  );
}

const ROW_PX = 28;

function PermissionList({ permissions }: { permissions: readonly string[] }): ReactNode {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const found = useMemo(() => {
    const fits = searchFilter(asked);
    return permissions.filter((permission) => fits(permission));
  }, [permissions, asked]);
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer reads its own mutable state; nothing here is memoised by it
  const windowed = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const region = { tabIndex: 0, role: 'region', 'aria-label': words.permissions(permissions.length) };
  return (
    <>
      <SearchField label={words.find} value={query} onChange={setQuery} />
      <span className="visually-hidden" role="status">
        {asked === '' ? '' : words.found(found.length)}
      </span>
      <div className="permission-list" ref={scroller} {...region}>
        {found.length === 0 && <p className="text-faint none">{words.noneFound}</p>}
        <ul style={{ height: windowed.getTotalSize() }}>
          {windowed.getVirtualItems().map((row) => (
            <li key={row.key} style={{ transform: `translateY(${row.start}px)` }}>
              <code className="identifier">{found[row.index]}</code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
