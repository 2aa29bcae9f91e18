import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { asProblem } from '../ui/problem.ts';
import { saveFile } from '../ui/save-file.ts';
import { showToast } from '../ui/toast.tsx';

export interface DownloadMenuProps<Format extends string> {
  /** What the button says. */
  name: string;
  /** What the menu is about, for those who only hear it. */
  label: string;
  formats: readonly { id: Format; label: string; detail: string; file?: string }[];
  load: (format: Format) => Promise<Response>;
  /** The file's name without its ending, which is the format; of what is another file its own. */
  file: string;
}

/** Downloads something in one of several formats. */
export function DownloadMenu<Format extends string>({
  name,
  label,
  formats,
  load,
  file,
}: DownloadMenuProps<Format>): ReactNode {
  const [pending, setPending] = useState(false);

  const download = async (format: Format, name: string) => {
    setPending(true);
    try {
      saveFile(await (await load(format)).blob(), `${name}.${format}`);
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });
    } finally {
      setPending(false);
    }
  };

  return (
    <Menu
      label={label}
      trigger={
        <Button icon={DownloadIcon} pending={pending}>
          {name}
        </Button>
      }
      groups={[formats.map((format) => ({ ...format, onAction: () => void download(format.id, format.file ?? file) }))]}
    />
  );
}
