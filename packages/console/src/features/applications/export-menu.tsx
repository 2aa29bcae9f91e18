import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import { applicationWords as words } from './words.ts';

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Downloads who may do what in the application: every pair of user and permission in force now. */
export function ExportMenu({ application }: { application: Application }): ReactNode {
  return (
    <DownloadMenu
      name={words.export}
      label={words.exportWhat}
      formats={FORMATS.map((id) => ({ id, label: words.formats[id], detail: words.formatDetails[id] }))}
      load={(format, delimiter) =>
        client.access.export({ params: { application: application.id }, query: { format, delimiter } })
      }
      file={`${application.id}-access`}
    />
  );
}
