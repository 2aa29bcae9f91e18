import type { Violation } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { PathList } from '../../blocks/path-list.tsx';
import { usePermission } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { EndsAt } from '../../ui/time.tsx';
import { ExceptDialog } from './except-dialog.tsx';
import { exceptionWords, reportWords as words } from './words.ts';
import './violation-panel.css';

const PATHS = 3;

/** What somebody holds of each part, and by which ways. */
export function ViolationPanel({ violation, onClose }: { violation: Violation; onClose: () => void }): ReactNode {
  const { separation, holder, held, exception } = violation;
  const mayManage = usePermission('separations.manage');
  const [excepting, setExcepting] = useState(false);
  return (
    <Panel
      title={holder.name}
      lead={separation.name}
      onClose={onClose}
      foot={
        mayManage && !exception ? (
          <Button kind="primary" onClick={() => setExcepting(true)}>
            {exceptionWords.for}
          </Button>
        ) : undefined
      }
    >
      <div className="rows apart">
        {exception ? (
          <Callout>
            <b>
              {words.letUntil} <EndsAt at={exception.ends} />
            </b>
            <p>{words.letText}</p>
          </Callout>
        ) : (
          <Callout tone="no">
            <b>{words.holdsTooMuch}</b>
            <p>{words.whatToDo}</p>
          </Callout>
        )}
        {held.map(({ part, elements }) => (
          <Section key={part} title={words.part(part)}>
            <div className="duty-held">
              {elements.map((element) => (
                <div key={element.id}>
                  <p>
                    <code>{element.name}</code>{' '}
                    <TextLink to="/applications/$application" params={{ application: element.application.id }}>
                      {element.application.name}
                    </TextLink>
                  </p>
                  <PathList
                    paths={element.paths}
                    count={element.pathCount}
                    most={PATHS}
                    permission={element.kind === 'permission' ? element.name : undefined}
                  />
                </div>
              ))}
            </div>
          </Section>
        ))}
        {holder.kind === 'user' && (
          <p>
            <TextLink to="/users/$user" params={{ user: holder.id }}>
              {words.open(holder.name)}
            </TextLink>
          </p>
        )}
      </div>
      {excepting && <ExceptDialog separation={separation} holder={holder} onClose={() => setExcepting(false)} />}
    </Panel>
  );
}
