import type { Application } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { asProblem } from '../../ui/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { applicationWords as words } from './words.ts';

const FORMATS = ['tsv', 'csv', 'json'] as const;

/** Downloads who may do what in the application: every pair of user and permission in force now. */
export function ExportMenu({ application }: { application: Application }): ReactNode {
  const [pending, setPending] = useState(false);

  const download = async (format: (typeof FORMATS)[number]) => {
    setPending(true);
    try {
      const response = await client.access.export({ params: { application: application.id }, query: { format } });
      saveFile(await response.blob(), `${application.id}-access.${format}`);
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });
    } finally {
      setPending(false);
    }
  };

  return (
    <Menu
      label={words.exportWhat}
      trigger={
        <Button icon={DownloadIcon} pending={pending}>
          {words.export}
        </Button>
      }
      groups={[
        FORMATS.map((format) => ({
          id: format,
          label: words.formats[format],
          detail: words.formatDetails[format],
          onAction: () => void download(format),
        })),
      ]}
    />
  );
}
