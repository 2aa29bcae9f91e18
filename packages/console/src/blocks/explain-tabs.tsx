import type { ReactNode } from 'react';
import { useMay } from '../session/may.ts';
import { Tab } from '../ui/links.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { explainWords as words } from './words.ts';

/** The tabs for the questions of Explain. Switching keeps the application, user and permission already chosen. */
export function ExplainTabs(): ReactNode {
  const { may, ownsAny } = useMay();
  return (
    <Tabs label={words.questions}>
      <Tab
        to="/explain"
        search={({ application, permission, user, at }) => ({ ask: 'may', application, permission, user, at })}
      >
        {words.may}
      </Tab>
      <Tab
        to="/explain"
        search={({ application, permission, user, at }) => ({ ask: 'who', application, permission, user, at })}
      >
        {words.who}
      </Tab>
      {(may('access.read') || ownsAny) && <Tab to="/differences">{words.what}</Tab>}
      <Tab to="/inspect">{words.inspect}</Tab>
    </Tabs>
  );
}
