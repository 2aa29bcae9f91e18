import type { PlanEffect } from '@licet/contract';
import { type ReactNode, useId, useState } from 'react';
import { words } from './words.ts';

const FIRST = 3;

/** Who they are: the first few in a line, all of them when somebody asks. */
export function Holders({ effect }: { effect: PlanEffect }): ReactNode {
  const [open, setOpen] = useState(false);
  const list = useId();
  const { holders, count } = effect;
  return (
    <div className="plan-holders">
      {!open && (
        <span>
          {words.names(
            holders
              .slice(0, FIRST)
              .map(({ name }) => name)
              .join(', '),
            count - Math.min(FIRST, holders.length),
          )}{' '}
        </span>
      )}
      <button type="button" className="link" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        {open ? words.fewerNames : words.allNames(count)}
      </button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <ul id={list} tabIndex={0} aria-label={words.allNames(count)}>
          {holders.map(({ kind, id, name, detail }) => (
            <li key={`${kind} ${id}`}>
              {name} {detail !== undefined && <span className="text-faint">{detail}</span>}
            </li>
          ))}
          {holders.length < count && <li className="text-faint">{words.shown(holders.length, count)}</li>}
        </ul>
      )}
    </div>
  );
}
