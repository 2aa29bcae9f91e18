import type { ReactNode } from 'react';
import { Page } from '../../shell/page.tsx';
import { Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { words } from './words.ts';

/** The frame of the settings: a heading, and the tabs. */
export function SettingsScreen({ tab, children }: { tab: SettingsTab; children: ReactNode }): ReactNode {
  return (
    <Page
      title={words.title}
      tabs={
        <Tabs label={words.title}>
          {settingsTabs.map((name) => (
            <Tab
              key={name}
              to="/settings/$tab"
              params={{ tab: name }}
              activeProps={{}}
              aria-current={name === tab ? 'page' : undefined}
            >
              {words.tabs[name]}
            </Tab>
          ))}
        </Tabs>
      }
    >
      {children}
    </Page>
  );
}

/** The tabs in order. Each tab is a separate feature that `app/settings.tsx` loads. */
const settingsTabs = ['organisation', 'appearance', 'policy', 'connections', 'separations', 'mail', 'outbox'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const isSettingsTab = (name: string): name is SettingsTab => settingsTabs.some((tab) => tab === name);
