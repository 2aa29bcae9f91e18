import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { SkeletonWords } from '../../ui/until.tsx';
import { words } from './words.ts';

/** The place of the sentences about what waits and what ends, as long as they usually are. */
export const LeadOnItsWay = (): ReactNode => (
  <SkeletonWords>
    {say(words.oldest, { when: '00:00:00' })} {say(words.nextEnds, { when: '00:00:00' })}
  </SkeletonWords>
);
