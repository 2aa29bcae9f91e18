import type { NotReverted } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Lines } from '../../ui/section.tsx';
import { actorName } from '../events/event-sentence.tsx';
import { eventParts } from '../events/words.ts';
import { recordedText } from '../recorded.ts';
import { words } from './words.ts';

/** The parts that are not reverted, and why. */
export function LeftLines({ left }: { left: readonly NotReverted[] }): ReactNode {
  if (left.length === 0) return null;
  return (
    <Lines label={words.left}>
      {left.map((one) => (
        <div key={`${one.event} ${one.why} ${one.target?.name}`}>
          <span className="grow">{leftText(one)}</span>
        </div>
      ))}
    </Lines>
  );
}

/** Why a part is not reverted, as a sentence. */
export function leftText({ why, target, by }: NotReverted): string {
  return words.lefts[why]({
    kind: target?.kind ?? '',
    name: target ? targetName(target) : '',
    who: by ? actorName(by.actor) : '–',
    no: by ? formatNumber(by.event) : '–',
  });
}

/** The target of a revert; its two names, if it has, are joined in the language of this page. */
export function targetName({ kind, name, names }: NonNullable<NotReverted['target']>): string {
  const [first, second] = names ?? [];
  return recordedText(first === undefined || second === undefined ? name : eventParts.joined(kind, first, second));
}
