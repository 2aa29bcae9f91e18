import { adminRole, type Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { IdCardIcon, ShieldCheckIcon } from '../../ui/icons.tsx';
import { Permission, Tag } from '../../ui/who.tsx';

/** What a grant gives: a role in a frame, a permission in monospace. */
export function GrantGives({ gives }: { gives: Pick<Grant['gives'], 'kind' | 'name'> }): ReactNode {
  if (gives.kind === 'permission') return <Permission>{gives.name}</Permission>;
  return <Tag icon={gives.name === adminRole ? ShieldCheckIcon : IdCardIcon}>{gives.name}</Tag>;
}
