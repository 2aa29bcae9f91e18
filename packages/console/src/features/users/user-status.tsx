import type { User } from '@licet/contract';
import type { ReactNode } from 'react';
import { StatusTag } from '../../ui/status.tsx';
import { words } from './words.ts';

const KINDS = { active: 'active', invited: 'invited', suspended: 'paused' } as const;

/** The status of a user, with icon and word. */
export function UserStatus({ status }: { status: User['status'] }): ReactNode {
  return <StatusTag kind={KINDS[status]}>{words.statuses[status]}</StatusTag>;
}
