import type { ReactNode } from 'react';
import { Tab } from '../ui/links.tsx';
import { Tabs } from '../ui/tabs.tsx';

const words = {
  questions: 'Questions',
  may: 'May someone…?',
  who: 'Who may…?',
  inspect: 'Inspect a token',
} as const;

/** The three questions that Explain answers. What was chosen under one is kept under the next. */
export function ExplainTabs(): ReactNode {
  return (
    <Tabs label={words.questions}>
      <Tab to="/explain" search={asking('may')}>
        {words.may}
      </Tab>
      <Tab to="/explain" search={asking('who')}>
        {words.who}
      </Tab>
      <Tab to="/inspect">{words.inspect}</Tab>
    </Tabs>
  );
}

function asking(ask: 'may' | 'who') {
  return ((before: Record<string, unknown>) => ({ ...before, ask, q: undefined, cursor: undefined })) as never;
}
