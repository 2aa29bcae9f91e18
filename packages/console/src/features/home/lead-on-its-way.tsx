import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { SkeletonWords } from '../../ui/until.tsx';
import { words } from './words.ts';

/** The placeholder of the sentences about waiting and ending items, with their usual length. */
export const LeadOnItsWay = (): ReactNode => (
  <SkeletonWords>
    {say(words.oldest, { when: '00:00:00' })} {say(words.nextEnds, { when: '00:00:00' })}
  </SkeletonWords>
);
