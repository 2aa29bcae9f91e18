import './applications.css';
import type { Application } from '@licet/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { countText } from '../../blocks/use-list.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { type PartName, tabs } from './address.ts';
import { applicationWords as words } from './words.ts';

interface PartsProps {
  application: Application;
  /** A tab with several parts. */
  tab: 'roles' | 'settings';
  part: PartName;
  onChoose: (part: PartName) => void;
  /**
   * Whether the open part was chosen with this control. If the part renders the control anew, it takes the focus back.
   */
  takesFocus: boolean;
}

/** Chooses the part of a tab. */
export function Parts({ application, tab, part, onChoose, takesFocus }: PartsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const counts: Partial<Record<PartName, number>> = application;
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLInputElement>(':checked')?.focus();
  }, [takesFocus]);
  return (
    <div className="parts" ref={box}>
      <SegmentedControl<PartName>
        label={words.partsOf[tab]}
        choices={tabs[tab]
          .filter((name) => name !== 'sign-in' || !application.builtIn)
          .map((name) => {
            const count = counts[name];
            return { value: name, label: words.parts[name], count: count === undefined ? undefined : countText(count) };
          })}
        value={part}
        onChange={onChoose}
      />
    </div>
  );
}
