import type { Connection, ConnectionTest } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ownSentence } from '../../ui/reasons/own-sentence.ts';
import { NoIcon, YesIcon } from '../../ui/state-icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { aboutWords, directoryWords, formWords, words } from './words.ts';
import './findings.css';

/** Asks the provider or the directory what it is, and says so line by line. */
export function Findings({ connection }: { connection: Connection }): ReactNode {
  const [answer, setAnswer] = useState<{ of: number; test: ConnectionTest }>();
  const test = useAction(async () => {
    const found = await client.connections.test({ params: { connection: connection.id } });
    setAnswer({ of: connection.version, test: found });
  });
  // What was found of it as it was before says nothing of it now.
  const shown = answer?.of === connection.version ? answer.test : undefined;
  const texts = connection.kind === 'ldap' ? directoryWords : words;
  return (
    <div className="form">
      <div>
        <Button small pending={test.pending} onClick={test.run}>
          {words.test}
        </Button>
      </div>
      {test.problem && <ProblemNote problem={test.problem} />}
      {shown && (
        <div role="status">
          <p>{shown.works ? texts.testWorks : words.testFails}</p>
          <ul className="findings">
            {shown.findings.map(({ about, right, found, ...said }) => (
              <li key={about} className={right ? 'finding-right' : 'finding-wrong'}>
                {right ? <YesIcon /> : <NoIcon />}
                <VisuallyHidden>{right ? words.right : words.wrong}</VisuallyHidden>
                <span>
                  <b>{aboutWords[about]}</b>
                  <span className="text-muted small block">
                    {about === 'proof' && right && connection.kind !== 'ldap'
                      ? formWords.proofs[connection.proof]
                      : ownSentence(found, said) || words.foundNothing}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
