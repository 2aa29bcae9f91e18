import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import './show-more.css';
import { moreWords as words } from './words.ts';

export interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** The number of shown items and the total, as text. */
  text?: string | undefined;
}

/** The footer of a list that loads more on request: the number of shown items, and a button for the next page. */
export function ShowMore({ query, text }: ShowMoreProps): ReactNode {
  if (!query.hasNextPage && text === undefined) return null;
  return (
    <div className="show-more">
      {text !== undefined && (
        <span className="text-faint small" aria-live="polite">
          {text}
        </span>
      )}
      {query.hasNextPage && (
        <Button small pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </div>
  );
}
