import { limits } from '@licet/contract';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { useApplicationAddress } from '../use-application-address.ts';
import { words } from './words.ts';
import '../applications.css';

/** Which list is looked at: the catalogue, what of it nobody exercises, the grants of which nobody does, and the permissions of roles. */
export function WhichUse(): ReactNode {
  const [{ never, unused, unusedIn }, change] = useApplicationAddress();
  return (
    <div className="which-use">
      <SegmentedControl
        label={words.which}
        choices={[
          { value: 'all', label: words.all },
          { value: 'never', label: words.neverExercised },
          { value: 'unused', label: words.unusedGrants },
          { value: 'roles', label: words.unusedInRoles },
        ]}
        value={unused !== undefined ? 'unused' : unusedIn !== undefined ? 'roles' : never ? 'never' : 'all'}
        onChange={(value) =>
          change({
            never: value === 'never' ? '1' : undefined,
            unused: value === 'unused' ? `${limits.usageWindow.value}` : undefined,
            unusedIn: value === 'roles' ? `${limits.usageWindow.value}` : undefined,
            sort: undefined,
            cursor: undefined,
          })
        }
      />
    </div>
  );
}
