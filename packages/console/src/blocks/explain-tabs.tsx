import type { ReactNode } from 'react';
import { Tab } from '../ui/links.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { explainWords as words } from './words.ts';

/** The three questions that Explain answers. What was chosen under one is kept under the next. */
export function ExplainTabs(): ReactNode {
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
      <Tab to="/inspect">{words.inspect}</Tab>
    </Tabs>
  );
}
