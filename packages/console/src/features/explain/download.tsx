import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { totalOf } from '../../blocks/totals.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { csvFile } from '../../ui/csv.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Progress } from '../../ui/meter.tsx';
import { asProblem } from '../../ui/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { holderCells } from './holder-cells.ts';
import type { WhoQuestion } from './queries.ts';
import { words } from './words.ts';

const PAGE = 200;

/** Reads everybody who may, page after page as of one instant, and saves them as CSV. Shows how far it is; can be cancelled. */
export function Download({ question }: { question: WhoQuestion }): ReactNode {
  const [done, setDone] = useState<{ rows: number; total: number; text: string }>();
  const controller = useRef<AbortController>(undefined);

  const run = async () => {
    const { signal } = renewed(controller);
    setDone({ rows: 0, total: 1, text: '' });
    try {
      const rows = await readAll(question, signal, setDone);
      saveFile(csvFile(rows), `${question.application} ${question.permission}.csv`);
    } catch (error) {
      const { title, detail = '' } = asProblem(error);
      if (!signal.aborted) showToast({ tone: 'no', text: `${words.downloadFailed} ${title} ${detail}` });
    } finally {
      setDone(undefined);
    }
  };
  const cancel = () => controller.current?.abort();

  return (
    <>
      <Button icon={DownloadIcon} pending={done !== undefined} onClick={() => void run()}>
        {words.download}
      </Button>
      {done && done.text !== '' && (
        <Dialog open onClose={cancel} title={words.downloading} foot={<Button onClick={cancel}>{words.cancel}</Button>}>
          <Progress label={words.downloading} value={done.rows} max={done.total} text={done.text} />
        </Dialog>
      )}
    </>
  );
}

function renewed(controller: RefObject<AbortController | undefined>): AbortController {
  controller.current = new AbortController();
  return controller.current;
}

async function readAll(
  { application, permission, at, q }: WhoQuestion,
  signal: AbortSignal,
  onProgress: (done: { rows: number; total: number; text: string }) => void,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [words.csvHead];
  let cursor: string | undefined;
  // Every page as of the same instant, so that nobody is missed or doubled while grants change.
  let instant = at;
  do {
    const query = { permission, at: instant, q, cursor, limit: PAGE };
    const page = await client.access.holders({ params: { application }, query, signal });
    instant ??= page.at;
    rows.push(...page.items.map(holderCells));
    cursor = page.next ?? undefined;
    const read = rows.length - 1;
    if (cursor !== undefined)
      onProgress({ rows: read, total: Math.max(page.total, read), text: words.ofTotal(read, totalOf(page)) });
  } while (cursor !== undefined && !signal.aborted);
  signal.throwIfAborted();
  return rows;
}
