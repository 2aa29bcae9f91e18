import type { ReactNode } from 'react';
import { SegmentedControl } from '../ui/choices.tsx';
import { endWords as words } from './words.ts';

/** Whether something ends: never, or at a time that is chosen below. */
export function NeverOrAt({ never, onChange }: { never: boolean; onChange: (never: boolean) => void }): ReactNode {
  return (
    <SegmentedControl
      label={words.ends}
      showLabel
      wide
      choices={[
        { value: 'never', label: words.never },
        { value: 'at', label: words.at },
      ]}
      value={never ? 'never' : 'at'}
      onChange={(value) => onChange(value === 'never')}
    />
  );
}
