import { type LicetPermission, licetPermissions } from '@licet/contract';
import { useAccessStore } from '@licet/react';
import { useMe } from '../../session/me.ts';

/** The kinds of viewers. Each kind has its own home page. */
export type ViewerKind = 'member' | 'decider' | 'auditor' | 'administrator';

interface Rights {
  readonly can: (permission: LicetPermission) => boolean;
  readonly ownsAny: boolean;
}

/**
 * The kind of a viewer. Readers of the audit log are administrators if they may also change something, and auditors
 * otherwise. Others with a permission of Licet, and owners of applications, are deciders.
 */
export function kindOf({ can, ownsAny }: Rights): ViewerKind {
  const held = (Object.keys(licetPermissions) as LicetPermission[]).filter(can);
  const changes = held.some((permission) => !permission.endsWith('.read'));
  if (can('audit.read')) return changes ? 'administrator' : 'auditor';
  return held.length > 0 || ownsAny ? 'decider' : 'member';
}

/** The kind of the signed-in viewer. It does not depend on the shown instant, because Home shows the present. */
export function useViewerKind(): ViewerKind {
  const { can } = useAccessStore();
  return kindOf({ can, ownsAny: (useMe()?.owns.length ?? 0) > 0 });
}
