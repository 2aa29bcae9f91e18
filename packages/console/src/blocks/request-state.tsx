import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { type StatusKind, StatusTag } from '../ui/status.tsx';
import { stateWords } from './words.ts';

/** The state of a request: icon and word. */
export function RequestState({
  state,
  chip,
}: {
  state: AccessRequest['state'];
  chip?: boolean | undefined;
}): ReactNode {
  return (
    <StatusTag kind={kinds[state]} chip={chip}>
      {stateWords[state]}
    </StatusTag>
  );
}

const kinds: Record<AccessRequest['state'], StatusKind> = {
  pending: 'waiting',
  approved: 'yes',
  denied: 'no',
  withdrawn: 'gone',
  expired: 'over',
};
