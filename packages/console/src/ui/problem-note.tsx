import type { ReactNode } from 'react';
import { Callout } from './callout.tsx';
import type { Problem } from './problem.ts';
import { SignInAgainButton } from './sign-in-again.tsx';

/** An error, and what to do next. */
export function ProblemNote({ problem }: { problem: Problem }): ReactNode {
  return (
    <Callout tone="no" live>
      <b>{problem.title}</b>
      {problem.detail !== undefined && <p>{problem.detail}</p>}
      {problem.next !== undefined && <p>{problem.next}</p>}
      <SignInAgainButton problem={problem} />
    </Callout>
  );
}
