import type { ReactNode } from 'react';
import { ErrorState, Skeleton, SkeletonLines } from './states.tsx';
import { words } from './words.ts';

// Placeholders and errors for data that has not arrived. The public pages do not load this file.

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

/**
 * A placeholder in the place of a sentence. It wraps as the sentence does, so nothing below moves when the sentence
 * arrives.
 */
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
