import { type ReactNode, useState } from 'react';
import { countIn } from '../../blocks/permission-set.ts';
import { ShieldCheckIcon } from '../../ui/icons.tsx';
import { Facts, Lines } from '../../ui/section.tsx';
import type { Access } from './access.ts';
import type { Bound } from './compute.ts';
import { proofWords as words } from './words.ts';

const PAIRS_SHOWN = 50;

/** The proof that fewer roles do not suffice: the result, the lower bound, and the pairs that prove it. */
export function Proof({
  access,
  found,
  bound,
  checking,
}: {
  access: Access;
  /** The number of roles without a deviation. */
  found: number;
  bound: Bound | undefined;
  /** Shown until the bound is known: the progress of its check. */
  checking: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const pairs = access.holders.reduce((sum, { wants }) => sum + countIn(wants), 0);
  const isProven = bound?.lowerBound === found;
  return (
    <Lines>
      <div className="fewest-proof-head">
        {isProven && <ShieldCheckIcon />}
        <h2>{titleOf()}</h2>
      </div>
      <div>
        <Facts
          facts={[
            [words.found, words.foundText(found, pairs)],
            [words.bound, bound ? boundText(bound) : (checking ?? words.unknown)],
          ]}
        />
      </div>
      {bound && bound.pairs.length > 0 && (
        <div>
          <span className="grow text-muted">{words.pairs(bound.pairs.length)}</span>
          <button type="button" className="link small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? words.hide : words.show}
          </button>
        </div>
      )}
      {bound && open && (
        <ul className="fewest-pairs">
          {bound.pairs.slice(0, PAIRS_SHOWN).map(([holder, permission]) => (
            <li key={`${holder} ${permission}`}>
              <bdi>{access.holders[holder]?.principal.name}</bdi>
              <code>{access.permissions[permission]?.name}</code>
            </li>
          ))}
          {bound.pairs.length > PAIRS_SHOWN && (
            <li className="text-muted">{words.morePairs(bound.pairs.length - PAIRS_SHOWN)}</li>
          )}
        </ul>
      )}
    </Lines>
  );

  function titleOf(): string {
    if (!bound) return words.atMost(found);
    return isProven ? words.proven(found) : words.between(bound.lowerBound, found);
  }
}

/** Most blocks of the proof are a single pair. If all are, the bound is their number. */
const boundText = ({ lowerBound, pairs }: Bound): string =>
  pairs.length === lowerBound ? words.boundText(lowerBound) : words.boundMore(lowerBound, pairs.length);
