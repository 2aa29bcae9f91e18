import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { EqualIcon, MinusIcon, PlusIcon } from './icons.tsx';
import './effects.css';

/** One line of "What this changes". Users with the same effect share a line. */
export interface Effect {
  id: string;
  kind: 'gain' | 'lose' | 'same';
  /** The effect as a sentence: "3 people gain 3 permissions". */
  what: ReactNode;
  permissions?: readonly string[] | undefined;
  /** The names of the users, or a sentence in a muted colour. */
  names?: ReactNode;
  /** A word at the end of the line, such as the time, unless `what` contains it. */
  word?: ReactNode;
}

const SIGNS = { gain: PlusIcon, lose: MinusIcon, same: EqualIcon } as const;
const TONES = { gain: 'tone-yes', lose: 'tone-no', same: 'text-faint' } as const;

/** The effects of a change before it is made: gains, then losses, then unchanged access. */
export function Effects({ effects }: { effects: readonly Effect[] }): ReactNode {
  return (
    <ul className="effects">
      {effects.map((effect) => (
        <EffectLine key={effect.id} effect={effect} />
      ))}
    </ul>
  );
}

function EffectLine({ effect }: { effect: Effect }): ReactNode {
  const Sign = SIGNS[effect.kind];
  const tall = effect.permissions !== undefined || effect.names !== undefined;
  return (
    <li className={classNames(effect.kind, tall && 'tall')}>
      <span className="sign">
        <Sign small />
      </span>
      <div>
        {effect.what}
        {effect.permissions && (
          <div className="identifiers">
            {effect.permissions.map((permission) => (
              <code key={permission}>{permission}</code>
            ))}
          </div>
        )}
        {effect.names !== undefined && <div className="names">{effect.names}</div>}
      </div>
      <span className={classNames('small', TONES[effect.kind])}>{effect.word}</span>
    </li>
  );
}
