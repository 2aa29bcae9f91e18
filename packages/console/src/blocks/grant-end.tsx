import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { StatusTag } from '../ui/status.tsx';
import { EndsAt, Time } from '../ui/time.tsx';
import { stateWords, words } from './words.ts';

/** The end of a grant: amber within a week, "No end" in grey; a future start comes first; a past end says so. */
export function GrantEnd({ grant }: { grant: Pick<Grant, 'starts' | 'ends' | 'state'> }): ReactNode {
  if (grant.state === 'revoked') return <StatusTag kind="gone">{stateWords.revoked}</StatusTag>;
  if (grant.state === 'expired') {
    return (
      <StatusTag kind="over">
        {words.ended} <Time at={grant.ends} />
      </StatusTag>
    );
  }
  if (grant.state === 'scheduled') {
    return (
      <StatusTag kind="scheduled">
        {words.starts} <Time at={grant.starts} />
      </StatusTag>
    );
  }
  return <EndsAt at={grant.ends} />;
}
