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

/** Stands for a value whose call has failed. The report about failed calls offers another try. */
export const NotLoaded = (): ReactNode => <span className="text-faint">{words.notLoaded}</span>;

/** A call whose answer a part of the page needs, such as the result of `useQuery`. */
interface Awaited {
  readonly data: unknown;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<unknown>;
}

export interface UntilProps {
  calls: readonly Awaited[];
  /** The number of placeholder lines while the calls load. */
  lines?: number | undefined;
  /** Renders the content. Not called without the answers, so it states no facts about missing data. */
  children: () => ReactNode;
}

/** Content that needs the answers of calls: placeholders while they load, or the error of the first that failed. */
export function Until({ calls, lines = 2, children }: UntilProps): ReactNode {
  const failed = calls.filter(({ data, error }) => error && data === undefined);
  const [first] = failed;
  if (first)
    return (
      <ErrorState small error={first.error} onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))} />
    );
  if (calls.some(({ isLoading }) => isLoading)) return <SkeletonLines lines={lines} />;
  return children();
}

/** A grey placeholder bar. */
export function Skeleton({ width, round }: { width?: number | undefined; round?: boolean | undefined }): ReactNode {
  return (
    <span className={classNames('skeleton', round && 'round')} style={width === undefined ? undefined : { width }} />
  );
}

/** A placeholder in the place of a sentence. It wraps as the sentence does, so nothing below moves when that arrives. */
export const SkeletonWords = ({ children }: { children: ReactNode }): ReactNode => (
  <span className="skeleton words" aria-hidden="true">
    {children}
  </span>
);

/** A placeholder of a heading, which screen readers read as the name of the screen. */
export function SkeletonHeading({ name, width = 120 }: { name: string; width?: number | undefined }): ReactNode {
  return (
    <>
      <span className="visually-hidden">{name}</span>
      <Skeleton width={width} />
    </>
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
