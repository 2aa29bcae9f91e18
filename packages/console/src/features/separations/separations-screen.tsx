import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Report } from './report.tsx';
import { Rules } from './rules.tsx';
import { reportWords, words } from './words.ts';

const route = getRouteApi('/signed-in/separations');
const FORMATS = ['csv', 'jsonl'] as const;

/** Separation of duties: violations now or at another time, and the rules. */
export function SeparationsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const { separation, holder } = address;
  // A viewer who may only manage the rules may not see other users' access.
  const mayRead = usePermission('access.read');
  const tab = mayRead ? address.tab : 'rules';
  return (
    <Page
      title={words.title}
      tools={
        tab === undefined && (
          <DownloadMenu
            name={reportWords.download}
            label={reportWords.downloadLabel}
            formats={FORMATS.map((id) => ({
              id,
              label: reportWords.formats[id],
              detail: reportWords.formatDetails[id],
            }))}
            load={(format, delimiter) =>
              client.separations.export({ query: { separation, holder, format, delimiter } })
            }
            file={`separations-${new Date().toISOString().slice(0, 10)}`}
          />
        )
      }
      tabs={
        mayRead && (
          <Tabs label={words.title}>
            <Tab to="/separations" search={{}} activeOptions={exact} {...current(tab === undefined)}>
              {words.tabs.found}
            </Tab>
            <Tab to="/separations" search={{ tab: 'rules' }} activeOptions={exact} {...current(tab === 'rules')}>
              {words.tabs.rules}
            </Tab>
          </Tabs>
        )
      }
    >
      {tab === 'rules' ? (
        <Rules open={address.open} adding={address.add !== undefined} change={change} />
      ) : (
        <Report address={address} change={change} />
      )}
    </Page>
  );
}

const exact = { exact: true, includeSearch: true } as const;

const current = (is: boolean) => (is ? ({ 'aria-current': 'page' } as const) : {});
