import type { Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { canCommand } from './command.ts';
import { words } from './words.ts';

/** The same question for the terminal, ready to copy. */
export function Terminal({ decision }: { decision: Decision }): ReactNode {
  const { user, permission, application } = decision;
  const command = canCommand(user.detail ?? user.id, permission.name, application.id, useAsOf());
  return (
    <CodeBlock label={words.terminal} code={command}>
      <span className="comment">$ </span>
      {command}
    </CodeBlock>
  );
}
