import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { type IconType, InboxIcon, NoIcon, RefreshCwIcon } from './icon.tsx';
import { asProblem } from './problem.ts';
import { useShownError } from './shown-errors.ts';
import { words } from './words.ts';
import './section.css';
import './states.css';

export interface EmptyStateProps {
  icon?: IconType | undefined;
  title: string;
  /** What the user can do first. */
  children?: ReactNode;
  /** A primary button. */
  action?: ReactNode;
}

/** Shown instead of an empty list, with what the user can do first. */
export function EmptyState({ icon: Shown = InboxIcon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className="empty">
      <Shown className="icon-large" />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  /** The thrown value. The texts of a problem are shown unchanged. */
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** A smaller form for a panel or a section. */
  small?: boolean | undefined;
  /** A remedy other than trying again. */
  action?: ReactNode;
}

/** An error: what happened, what to do, and the number of the request. */
export function ErrorState({ error, onRetry, small, action }: ErrorStateProps): ReactNode {
  const problem = asProblem(error);
  useShownError(error);
  return (
    <div className={classNames('empty failed', small && 'small-state')} role="alert">
      <span className="tone-no">
        <NoIcon className="icon-large" />
      </span>
      <h2>{problem.title}</h2>
      <p>{problem.detail ?? words.failedNext}</p>
      {onRetry && problem.code !== 'not_found' && (
        <Button icon={RefreshCwIcon} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
      {action}
      {problem.requestId !== undefined && (
        <p className="text-faint small">
          {words.requestNumber} <code>{problem.requestId}</code>
        </p>
      )}
    </div>
  );
}

/** A grey placeholder bar. */
export function Skeleton({ width, round }: { width?: number | undefined; round?: boolean | undefined }): ReactNode {
  return (
    <span className={classNames('skeleton', round && 'round')} style={width === undefined ? undefined : { width }} />
  );
}

/** Placeholder lines of a list that is loading. */
export function SkeletonLines({ lines = 4 }: { lines?: number | undefined }): ReactNode {
  return (
    <div className="lines" role="status" aria-busy="true" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line}>
          <Skeleton round />
          <Skeleton width={76 + ((line * 37) % 60)} />
          <span className="push-end">
            <Skeleton width={70} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Placeholder fields of a form that is loading. */
export function SkeletonFields({ fields = 3 }: { fields?: number | undefined }): ReactNode {
  return (
    <div className="skeleton-fields" role="status" aria-busy="true" aria-label={words.loading}>
      {Array.from({ length: fields }, (_, field) => field).map((field) => (
        <div key={field}>
          <Skeleton width={96 + ((field * 37) % 60)} />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
