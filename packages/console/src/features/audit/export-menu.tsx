import type { ReactNode } from 'react';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import type { AuditAddress } from './address.ts';
import { words } from './words.ts';

const FORMATS = ['ndjson', 'csv'] as const;

/** Downloads all that fits what the tab in sight is narrowed by, oldest first. */
export function ExportMenu({ address }: { address: AuditAddress }): ReactNode {
  const { tab = 'changes', q, action, actor, application, target, outcome, from, to } = address;
  const day = new Date().toISOString().slice(0, 10);
  return (
    <DownloadMenu
      name={words.download}
      label={tab === 'changes' ? words.downloadChanges : words.downloadSignIns}
      formats={FORMATS.map((id) => ({ id, label: words.formats[id], detail: words.formatDetails[id] }))}
      load={(format) =>
        tab === 'changes'
          ? client.audit.export({ query: { q, action, actor, application, target, from, to, format } })
          : client.audit.exportSignIns({ query: { q, outcome, from, to, format } })
      }
      file={`${tab}-${day}`}
    />
  );
}
