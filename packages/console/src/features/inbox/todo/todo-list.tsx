import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format.ts';
import { TextLink } from '../../../ui/links.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { InboxAddress } from '../address.ts';
import type { Picked } from '../use-picked.ts';
import { togetherWords, words } from '../words.ts';
import { ItemRow } from './item-row.tsx';
import type { Band } from './items.ts';
import type { LeftItems } from './use-left.ts';
import { todoWords } from './words.ts';
import './todo.css';

export interface TodoListProps {
  bands: readonly Band[];
  openKey: string | undefined;
  address: InboxAddress;
  left: LeftItems;
  /** The selection, if checkboxes are shown. */
  picks: Picked | undefined;
  /** On a phone: opens the panel of the selected requests. */
  onTogether: () => void;
  /** The number of items in all, which may exceed those listed. */
  total: number;
  /** Whether more access ends soon than is listed. */
  moreEndings: boolean;
}

/** The things to do, in bands. */
export function TodoList(props: TodoListProps): ReactNode {
  const { bands, openKey, address, left, picks, onTogether, total, moreEndings } = props;
  const shown = bands.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      {picks && <Picking picked={picks} onTogether={onTogether} />}
      {bands.map(({ name, items }) => (
        <section key={name} aria-labelledby={`band-${name}`}>
          <h2 className="item-band" id={`band-${name}`}>
            {todoWords.bands[name]}
            <span className="number push-end">{formatNumber(items.length)}</span>
          </h2>
          <ul className={classNames('item-list', picks && 'picks')}>
            {items.map((item) => (
              <ItemRow
                key={item.key}
                item={item}
                band={name}
                open={item.key === openKey}
                left={left.of(item.key)}
                address={address}
                picks={picks}
              />
            ))}
          </ul>
        </section>
      ))}
      {total > shown && (
        <p className="text-faint small request-note">
          {todoWords.onlyFirst(shown, total)} {moreEndings && <TextLink to="/ending">{todoWords.allEndings}</TextLink>}
        </p>
      )}
      {bands.some(({ items }) => items.some(({ kind }) => kind === 'request')) && (
        <p className="text-faint small request-note">{words.lapses}</p>
      )}
    </>
  );
}

/** The row above the list. It selects all requests, or shows the number of selected ones. */
function Picking({ picked, onTogether }: { picked: Picked; onTogether: () => void }): ReactNode {
  const { able, requests } = picked;
  const count = requests.length;
  return (
    <div className="request-picking">
      <Checkbox
        label={count === 0 ? togetherWords.pickAll : togetherWords.picked(count, able.length)}
        checked={count === able.length}
        mixed={count > 0 && count < able.length}
        onChange={(all) => picked.set(all ? able.map(({ id }) => id) : [])}
      />
      {count > 0 && (
        <span className="only-on-phone push-end">
          <Button small onClick={onTogether}>
            {togetherWords.open}
          </Button>
        </span>
      )}
    </div>
  );
}

/** The placeholder of the list, with chips and rows of the same size. */
export function TodoListSkeleton(): ReactNode {
  return (
    <div role="status" aria-busy="true" aria-label={words.title}>
      <div className="kind-chips">
        {[44, 84, 72].map((width) => (
          <span key={width} className="kind-chip">
            <Skeleton width={width} />
          </span>
        ))}
      </div>
      <div className="item-band">
        <Skeleton width={110} />
      </div>
      <ul className="item-list">
        {[196, 228, 184, 212, 170].map((width) => (
          <li key={width}>
            <div className="item-line">
              <span className="item-kind" />
              <span className="grow">
                <Skeleton width={width} />
                <Skeleton width={width - 60} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
