import { ApiError } from '@licet/contract/client';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/callout.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { countText } from '../counts.ts';
import { ImportProblem } from './read-lines.ts';
import './import-failure.css';

/** Why a file was not imported: each bad line with its number, and what to do. */
export function ImportFailure({ error }: { error: unknown }): ReactNode {
  const problem = asProblem(error);
  const carried = error instanceof ApiError || error instanceof ImportProblem ? error.problem : undefined;
  const lines = carried?.errors ?? [];
  return (
    <div className="stack">
      <Callout tone="no" live>
        <b>{problem.title}</b>
        {problem.detail !== undefined && <p>{problem.detail}</p>}
        {carried !== undefined && (
          <p>{lines.length > 0 ? 'Correct these lines and check the file again.' : carried.next}</p>
        )}
      </Callout>
      {lines.length > 0 && (
        <ol className="bad-lines" aria-label="Lines that need another look">
          {lines.map(({ line, pointer, detail }, place) => {
            const where = line === undefined ? (pointer ?? '') : `Line ${countText(line)}`;
            const key = `${place} ${where}`;
            return (
              <li key={key}>
                <span className="text-faint">{where}</span>
                <span>{detail}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
