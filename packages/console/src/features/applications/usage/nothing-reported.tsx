import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { words } from './words.ts';

/** How an application begins to report. */
export function NothingReported({ application }: { application: string }): ReactNode {
  return (
    <EmptyState
      icon={HistoryIcon}
      title={words.nothing}
      action={
        <ButtonLink
          kind="primary"
          to="/applications/$application"
          params={{ application }}
          search={{ tab: 'integration' }}
        >
          {words.openIntegration}
        </ButtonLink>
      }
    >
      {say(words.nothingText, { api: <code>@licet/api</code> })}
    </EmptyState>
  );
}
