import type { ReactNode, RefObject } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { KeyLegend } from './keys.tsx';
import { todoWords } from './todo/words.ts';
import { words } from './words.ts';
import './inbox.css';
import '../../ui/panel.css';

/** The properties that the list passes to the pane of every item. */
export interface PaneParts {
  /** On a phone: the link back to the list, above the pane. */
  back: ReactNode;
  panel: RefObject<HTMLElement | null>;
  /** Called after the decision; the list opens the next item. */
  onDecided: () => void;
  /** Leaves the item for later and opens the next one. */
  onLater: () => void;
}

interface PaneProps extends Pick<PaneParts, 'back' | 'panel'> {
  label: string;
  children: ReactNode;
  /** The buttons of the item, at the foot. */
  foot?: ReactNode;
  onLater?: (() => void) | undefined;
  /** Whether Ctrl Z undoes the last decision. */
  undoes?: boolean;
  /** Uses more of the width, for a list. */
  wide?: boolean;
}

/**
 * The details of one item beside the list, with its buttons, and the keyboard shortcuts at the bottom. At a past
 * instant it has no buttons, because nothing can be decided there.
 */
export function Pane({ label, back, panel, children, foot, onLater, undoes, wide }: PaneProps): ReactNode {
  const present = useAsOf() === undefined;
  return (
    <section className="panel" aria-label={label} tabIndex={-1} ref={panel}>
      {back}
      <div className={classNames('panel-body request-body', wide && 'wide-pane')}>{children}</div>
      <div className="panel-foot request-foot">
        {present && foot}
        <KeyLegend onLater={present ? onLater : undefined} undoes={present && undoes} />
      </div>
    </section>
  );
}

/** Shown for an item that has left the list since it was opened. */
export function GonePane({ back, panel, onDecided }: Omit<PaneParts, 'onLater'>): ReactNode {
  return (
    <Pane label={todoWords.gone} back={back} panel={panel}>
      <EmptyState title={todoWords.gone} action={<Button onClick={onDecided}>{todoWords.next}</Button>}>
        {todoWords.goneText}
      </EmptyState>
    </Pane>
  );
}

/** The placeholder of a pane while the list loads. */
export function PaneSkeleton(): ReactNode {
  return (
    <section className="panel" aria-label={words.title}>
      <PaneBodySkeleton />
    </section>
  );
}

export function PaneBodySkeleton(): ReactNode {
  return (
    <div className="panel-body request-body" role="status" aria-busy="true" aria-label={words.title}>
      <div className="request-who">
        <Skeleton round />
        <div className="grow">
          <Skeleton width={240} />
          <Skeleton width={180} />
        </div>
      </div>
      <Skeleton width={420} />
      <Skeleton width={360} />
    </div>
  );
}
