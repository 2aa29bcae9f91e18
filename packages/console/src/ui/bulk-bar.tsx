import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { XIcon } from './icons.tsx';
import { words } from './words.ts';

/** What can be done with the picked rows. Children: quiet, small buttons with icons. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}): ReactNode {
  if (count === 0) return null;
  const text = words.selected(count.toLocaleString());
  return (
    <div className="bulk" role="toolbar" aria-label={text}>
      <b aria-live="polite">{text}</b>
      {children}
      <IconButton small icon={XIcon} label={words.clearSelection} onClick={onClear} />
    </div>
  );
}
