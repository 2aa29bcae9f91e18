import type { Application } from '@licet/contract';

/** What every tab of an application is given. */
export interface TabProps {
  application: Application;
}
