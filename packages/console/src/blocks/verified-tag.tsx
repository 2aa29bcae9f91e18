import type { ReactNode } from 'react';
import { StatusTag } from '../ui/status.tsx';
import { words } from './words.ts';

/** Whether the user has proved that the e-mail address is theirs. */
export function VerifiedTag({ verified }: { verified: boolean }): ReactNode {
  return <StatusTag kind={verified ? 'yes' : 'waiting'}>{verified ? words.verified : words.notVerified}</StatusTag>;
}
