import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format.ts';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { chipsOf, type ItemKind, type Totals } from './items.ts';
import { todoWords as words } from './words.ts';
import './todo.css';

export interface KindChipsProps {
  totals: Totals;
  value: ItemKind | undefined;
  onChange: (kind: ItemKind | undefined) => void;
}

/** Shows all kinds or one: the fullest kinds as chips, the others in a menu. On a phone all chips scroll. */
export function KindChips({ totals, value, onChange }: KindChipsProps): ReactNode {
  const { first, rest } = chipsOf(totals);
  const chip = (kind: ItemKind, className?: string) => (
    <button
      key={kind}
      type="button"
      className={classNames('kind-chip', className)}
      aria-pressed={kind === value}
      onClick={() => onChange(kind)}
    >
      <span title={words.kinds[kind]}>{words.kinds[kind]}</span>
      <span className="number">{formatNumber(totals[kind])}</span>
    </button>
  );
  const inMenu = value !== undefined && rest.includes(value);
  return (
    <fieldset className="kind-chips" aria-label={words.show}>
      <button
        type="button"
        className="kind-chip"
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
      >
        {/* Without a number: the tab above counts only what waits for the viewer, and this also shows what ends. */}
        <span>{words.all}</span>
      </button>
      {first.map((kind) => chip(kind))}
      {rest.map((kind) => chip(kind, 'only-on-phone'))}
      {rest.length > 0 && (
        <Menu
          label={words.more}
          trigger={
            <button type="button" className={classNames('kind-chip hide-on-phone', inMenu && 'pressed')}>
              <span>{inMenu ? words.kinds[value] : words.more}</span>
              {inMenu && <span className="number">{formatNumber(totals[value])}</span>}
              <ChevronDownIcon small />
            </button>
          }
          groups={[
            rest.map((kind) => ({
              id: kind,
              label: `${words.kinds[kind]} ${formatNumber(totals[kind])}`,
              chosen: kind === value,
              onAction: () => onChange(kind),
            })),
          ]}
        />
      )}
    </fieldset>
  );
}
