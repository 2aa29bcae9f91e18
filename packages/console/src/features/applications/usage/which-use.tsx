import { limits } from '@licet/contract';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { useApplicationAddress } from '../use-application-address.ts';
import { words } from './words.ts';

/** Which of three lists is looked at: the catalogue, what of it nobody exercises, and the grants that nobody does. */
export function WhichUse(): ReactNode {
  const [{ never, unused }, change] = useApplicationAddress();
  return (
    <SegmentedControl
      label={words.which}
      choices={[
        { value: 'all', label: words.all },
        { value: 'never', label: words.neverExercised },
        { value: 'unused', label: words.unusedGrants },
      ]}
      value={unused !== undefined ? 'unused' : never ? 'never' : 'all'}
      onChange={(value) =>
        change({
          never: value === 'never' ? '1' : undefined,
          unused: value === 'unused' ? `${limits.usageWindow.value}` : undefined,
          sort: undefined,
          cursor: undefined,
        })
      }
    />
  );
}
