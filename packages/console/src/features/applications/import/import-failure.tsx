import '../applications.css';
import type { FieldError } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import type { ReactNode } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { Callout } from '../../../ui/callout.tsx';
import { asProblem, faultSentence } from '../../../ui/problem.ts';
import { reportWords as words } from './words.ts';

/** Why a file was not imported: each bad line with its number, and what to do. */
export function ImportFailure({ error }: { error: unknown }): ReactNode {
  const problem = asProblem(error);
  const carried = error instanceof ApiError ? error.problem : undefined;
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
          {lines.map((fault, place) => {
            const where = whereOf(fault);
            const key = `${place} ${where}`;
            return (
              <li key={key}>
                <span className="text-faint">{where}</span>
                <span>{faultSentence(fault)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** A line by its number, a role of a catalogue by its place in the list. */
function whereOf({ line, pointer = '' }: Pick<FieldError, 'line' | 'pointer'>): string {
  if (line !== undefined) return words.line(countText(line));
  const [, role] = /^\/(\d+)/.exec(pointer) ?? [];
  return role === undefined ? pointer : words.role(countText(Number(role) + 1));
}
