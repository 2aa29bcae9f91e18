import type { ReactNode } from 'react';
import { DownloadMenu } from '../../blocks/download-menu.tsx';
import { client } from '../../session/client.ts';
import type { AuditAddress } from './address.ts';
import { words } from './words.ts';

const FORMATS = ['ndjson', 'csv'] as const;

/** Downloads all that fits what the tab in sight is narrowed by, oldest first; or a signed checkpoint of the chain. */
export function ExportMenu({ address }: { address: AuditAddress }): ReactNode {
  const { tab = 'changes', q, action, actor, application, target, outcome, from, to } = address;
  const day = new Date().toISOString().slice(0, 10);
  return (
    <DownloadMenu
      name={words.download}
      label={tab === 'changes' ? words.downloadChanges : words.downloadSignIns}
      formats={[
        ...FORMATS.map((id) => ({ id, label: words.formats[id], detail: words.formatDetails[id] })),
        { id: 'jws' as const, label: words.checkpoint, detail: words.checkpointDetail, file: `checkpoint-${day}` },
      ]}
      load={async (format, delimiter) =>
        format === 'jws'
          ? new Response(`${(await client.audit.checkpoint()).signed}\n`)
          : tab === 'changes'
            ? client.audit.export({ query: { q, action, actor, application, target, from, to, format, delimiter } })
            : client.audit.exportSignIns({ query: { q, outcome, from, to, format, delimiter } })
      }
      file={`${tab}-${day}`}
    />
  );
}
