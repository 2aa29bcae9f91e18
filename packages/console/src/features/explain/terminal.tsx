import type { Decision } from '@licet/contract';
import { Fragment, type ReactNode } from 'react';
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
      {command.split(' ').map((word, place) => (
        <Fragment key={place === 0 ? 'first' : `word-${place}`}>
          {place > 0 && ' '}
          <span className="shell-word">{word}</span>
        </Fragment>
      ))}
    </CodeBlock>
  );
}
