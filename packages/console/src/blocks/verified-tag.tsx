import type { ReactNode } from 'react';
import { StatusTag } from '../ui/status.tsx';
import { words } from './words.ts';

/** Whether the user has verified the e-mail address. */
export function VerifiedTag({ verified }: { verified: boolean }): ReactNode {
  return <StatusTag kind={verified ? 'yes' : 'waiting'}>{verified ? words.verified : words.notVerified}</StatusTag>;
}
