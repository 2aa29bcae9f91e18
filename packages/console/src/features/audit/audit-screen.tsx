import type { ReactNode } from 'react';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useChain } from './chain.tsx';
import { EventsTab } from './events-tab.tsx';
import { ExportMenu } from './export-menu.tsx';
import { SignInsTab } from './sign-ins-tab.tsx';
import { useAuditAddress } from './use-audit-address.ts';
import { words } from './words.ts';

/** Audit: every change and every sign-in, and whether the record is whole. */
export function AuditScreen(): ReactNode {
  const [address, change] = useAuditAddress();
  const chain = useChain(change);
  const { tab = 'changes' } = address;
  const mayAccess = usePermission('access.read');
  const maySeparate = usePermission('separations.manage');
  return (
    <Page
      title={words.title}
      tools={
        <>
          <ExportMenu address={address} />
          {chain.button}
        </>
      }
      tabs={
        <Tabs label={words.tabs}>
          <Tab to="/audit" search={{}} activeOptions={exact} {...current(tab === 'changes')}>
            {words.changes}
          </Tab>
          <Tab to="/audit" search={{ tab: 'sign-ins' }} activeOptions={exact} {...current(tab === 'sign-ins')}>
            {words.signIns}
          </Tab>
          {(mayAccess || maySeparate) && <Tab to="/separations">{words.separations}</Tab>}
        </Tabs>
      }
    >
      {chain.alarm}
      {tab === 'changes' ? (
        <EventsTab address={address} change={change} chain={chain.state} />
      ) : (
        <SignInsTab address={address} change={change} />
      )}
    </Page>
  );
}

const exact = { exact: true, includeSearch: true } as const;

/** The tab stays the current one whatever the filters in the address are. */
function current(is: boolean) {
  return is ? ({ 'aria-current': 'page' } as const) : {};
}
