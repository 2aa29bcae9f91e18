import type { BreakGlassUse } from '@licet/contract';
import type { ReactNode } from 'react';
import { words } from './words.ts';

/** A role by its name, as everywhere, with its title and its application: a title alone is no name. */
export function RoleOf({ role, application }: Pick<BreakGlassUse, 'role' | 'application'>): ReactNode {
  return (
    <>
      <b>{role.name}</b> <span className="text-faint small">{words.inApplication(application.name)}</span>
      {role.title && <span className="text-muted small block">{role.title}</span>}
    </>
  );
}
