import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { asProblem } from '../ui/problem.ts';
import { ownDelimiter, saveFile } from '../ui/save-file.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './words.ts';

export interface Downloads<Format extends string> {
  formats: readonly { id: Format; label: string; detail: string; file?: string }[];
  /** Requests the file. `delimiter` separates the cells of CSV; the menu offers both. */
  load: (format: Format, delimiter: Delimiter) => Promise<Response>;
  /** The file name without extension; the extension is the format. A format may override it with its own `file`. */
  file: string;
}

export interface DownloadMenuProps<Format extends string> extends Downloads<Format> {
  /** The label of the button. */
  name: string;
  /** The accessible name of the menu. */
  label: string;
}

type Delimiter = 'comma' | 'semicolon';

/** The separators for CSV, first the one that spreadsheets expect in the reader's region. */
function delimitersOf(format: string): readonly Delimiter[] {
  const own = ownDelimiter();
  return format === 'csv' ? [own, own === 'comma' ? 'semicolon' : 'comma'] : [own];
}

/** The entries of a menu that download a file, each in another format. */
export function useDownloads<Format extends string>({ formats, load, file }: Downloads<Format>) {
  const [pending, setPending] = useState(false);

  const download = async (format: Format, name: string, delimiter: Delimiter) => {
    setPending(true);
    try {
      saveFile(await (await load(format, delimiter)).blob(), `${name}.${format}`);
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });
    } finally {
      setPending(false);
    }
  };

  const entries = formats.flatMap((format) =>
    delimitersOf(format.id).map((delimiter) => ({
      ...format,
      ...(format.id === 'csv' && {
        id: `csv ${delimiter}`,
        label: `${format.label}, ${words.csvBy[delimiter]}`,
      }),
      onAction: () => void download(format.id, format.file ?? file, delimiter),
    })),
  );
  return { entries, pending };
}

/** A menu that downloads a file in one of several formats. */
export function DownloadMenu<Format extends string>({
  name,
  label,
  ...downloads
}: DownloadMenuProps<Format>): ReactNode {
  const { entries, pending } = useDownloads(downloads);
  return (
    <Menu
      label={label}
      trigger={
        <Button icon={DownloadIcon} pending={pending}>
          {name}
        </Button>
      }
      groups={[entries]}
    />
  );
}
