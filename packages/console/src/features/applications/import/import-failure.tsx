import './import-failure.css';
import { ApiError } from '@licet/contract/client';
import type { ReactNode } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { StreamProblem } from '../../../session/stream-problem.ts';
import { Callout } from '../../../ui/callout.tsx';
import { asProblem, inOwnLanguage } from '../../../ui/problem.ts';
import { reportWords as words } from './words.ts';

/** Why a file was not imported: each bad line with its number, and what to do. */
export function ImportFailure({ error }: { error: unknown }): ReactNode {
  const problem = asProblem(error);
  const carried = error instanceof ApiError || error instanceof StreamProblem ? error.problem : undefined;
  const lines = carried?.errors ?? [];
  return (
    <div className="stack">
      <Callout tone="no" live>
        <b>{problem.title}</b>
        {problem.detail !== undefined && <p>{problem.detail}</p>}
        {carried !== undefined && <p>{lines.length > 0 ? words.correct : carried.next}</p>}
      </Callout>
      {lines.length > 0 && (
        <ol className="bad-lines" aria-label={words.badLines}>
          {lines.map(({ line, pointer, detail }, place) => {
            const where = line === undefined ? (pointer ?? '') : words.line(countText(line));
            const key = `${place} ${where}`;
            return (
              <li key={key}>
                <span className="text-faint">{where}</span>
                <span>{inOwnLanguage(detail)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
