import type { ReactNode } from 'react';
import { Page } from '../../shell/page.tsx';
import { Tab } from '../../ui/links.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { words } from './words.ts';

interface SettingsScreenProps {
  tab: SettingsTab;
  /** A segmented control for the views of the tab. */
  views?: ReactNode;
  children: ReactNode;
}

/** The frame of the settings: a heading, and the tabs. */
export function SettingsScreen({ tab, views, children }: SettingsScreenProps): ReactNode {
  return (
    <Page
      title={words.title}
      views={views}
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
const settingsTabs = ['organisation', 'appearance', 'policy', 'connections', 'mail'] as const;
export type SettingsTab = (typeof settingsTabs)[number];
