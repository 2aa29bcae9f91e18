import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { type StatusKind, StatusTag } from '../ui/status.tsx';

/** What became of a request, or that it waits: icon and word. */
export function RequestState({
  state,
  chip,
}: {
  state: AccessRequest['state'];
  chip?: boolean | undefined;
}): ReactNode {
  const [kind, word] = states[state];
  return (
    <StatusTag kind={kind} chip={chip}>
      {word}
    </StatusTag>
  );
}

const states: Record<AccessRequest['state'], readonly [StatusKind, string]> = {
  pending: ['waiting', 'Waiting'],
  approved: ['yes', 'Approved'],
  denied: ['no', 'Denied'],
  withdrawn: ['gone', 'Withdrawn'],
  expired: ['over', 'Lapsed'],
};
