import { daysLater } from '@licet/contract';
import type { ReactNode } from 'react';
import { useMay } from '../session/may.ts';
import { HistoryIcon } from '../ui/icons.tsx';
import { ButtonLink, Tab } from '../ui/links.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { explainWords as words } from './words.ts';

/** The tabs of the Explain screens. Switching keeps the chosen application, user and permission. */
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

type Subject =
  | { readonly user: string }
  | { readonly group: string }
  | { readonly application: string }
  | { readonly role: string; readonly application: string };

/** A link to the changes in a subject's access during the last thirty days. Shown only to viewers who may see them. */
export function DifferencesLink({ of }: { of: Subject }): ReactNode {
  const { may, owns } = useMay();
  if (!may('access.read') && !('application' in of && owns(of.application))) return null;
  const from = daysLater(new Date(), -30).toISOString();
  return (
    <ButtonLink small kind="quiet" icon={HistoryIcon} to="/differences" search={{ ...of, from }}>
      {words.what}
    </ButtonLink>
  );
}
