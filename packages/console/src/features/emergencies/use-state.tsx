import type { BreakGlassUse } from '@licet/contract';
import type { ReactNode } from 'react';
import { StatusTag } from '../../ui/status.tsx';
import { words } from './words.ts';

/** How a use stands, with an icon. */
export function UseState({ use: { state } }: { use: BreakGlassUse }): ReactNode {
  return <StatusTag kind={kinds[state]}>{words.states[state]}</StatusTag>;
}

const kinds = { unreviewed: 'ending', justified: 'yes', objected: 'no' } as const;
