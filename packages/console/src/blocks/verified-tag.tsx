import type { ReactNode } from 'react';
import { StatusTag } from '../ui/status.tsx';
import { words } from './words.ts';

/** Whether an e-mail address was shown to be its owner's. */
export function VerifiedTag({ verified }: { verified: boolean }): ReactNode {
  return <StatusTag kind={verified ? 'yes' : 'waiting'}>{verified ? words.verified : words.notVerified}</StatusTag>;
}
