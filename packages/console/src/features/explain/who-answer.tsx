import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { permissionTitle } from '../../blocks/roles.ts';
import { type Tense, tenseOf } from '../../blocks/tense.ts';
import { totalOf, useList } from '../../blocks/use-list.ts';
import { PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { CircleHelpIcon, DownloadIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { type HolderRow, holderCells, holderColumns, holderRows } from './holders.tsx';
import type { AnswerProps } from './may-answer.tsx';
import { holdersQuery, permissionQuery, type WhoQuestion } from './queries.ts';
import { Question } from './question.tsx';
import { Failed } from './verdict.tsx';
import { isThrough, WaysSummary, waysOf } from './ways-summary.tsx';
import { words } from './words.ts';
import './explain.css';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Progress } from '../../ui/meter.tsx';
import { asProblem } from '../../ui/problem.ts';
import { csvFile, saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';

const PAGE = 200;

/** Downloads all holders as CSV, with a progress bar and a button that cancels. */
function Download({ question }: { question: WhoQuestion }): ReactNode {
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
  // Read every page as of the same instant, so that no holder is missed or repeated while grants change.
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

/** All holders of the permission, with every path; searchable and paged. */
export function WhoAnswer(props: AnswerProps): ReactNode {
  const { application = '', permission = '', at, q, cursor } = props.address;
  const complete = application !== '' && permission !== '';
  const found = useQuery({ ...permissionQuery({ application, permission, at }), enabled: complete });
  const title = found.data ? permissionTitle(application, found.data) : undefined;
  return (
    <>
      <div className="explain-ask">
        <Question {...props} title={title || undefined} waits={found.isLoading} />
        {!complete && (
          <EmptyState icon={CircleHelpIcon} title={words.begin}>
            {words.beginWho}
          </EmptyState>
        )}
      </div>
      {complete && (
        <Holders
          key={`${application} ${permission}`}
          {...props}
          question={{ application, permission, at, q, cursor }}
        />
      )}
    </>
  );
}

function Holders({ question, address, change }: AnswerProps & { question: WhoQuestion }): ReactNode {
  const query = useQuery(holdersQuery(question));
  const { data, error, refetch, isPending, isPlaceholderData } = query;
  const { application, permission, at, q, cursor } = question;
  const tense = tenseOf(at);
  const navigate = useNavigate();
  const list = useList(address, change, 'name');
  const explain = ({ holder }: HolderRow) =>
    void navigate({ to: '/explain', search: { ask: 'may', user: holder.user.id, application, permission, at } });
  const failed = error !== null && data === undefined;
  const { may, mayIn } = useMay();
  const [mayRevoke, mayRemove] = [mayIn('grants.manage', application), may('groups.manage')];
  const isReported = typeof data?.reportedSince === 'string';
  const columns = useMemo(
    () => holderColumns({ tense, isReported, mayRevoke, mayRemove }),
    [tense, isReported, mayRevoke, mayRemove],
  );
  // Only of a list that is on one page: of others, the counts would be wrong.
  const isWhole = data?.next === null && cursor === undefined;
  const ways = isWhole ? waysOf(data.items) : [];
  const through = ways.find(({ id }) => id === address.through)?.id;
  const shown = through === undefined ? data?.items : data?.items.filter((holder) => isThrough(holder, through));
  return (
    <>
      <Count data={data} tense={tense} q={q} failed={failed} />
      {!failed && (
        <Tools wrap end={<Download question={question} />}>
          <SearchField label={words.searchHolders} {...list.search} />
          {ways.length > 1 && (
            <WaysSummary
              ways={ways}
              total={data?.items.length ?? 0}
              value={through}
              onChange={(way) => change({ through: way })}
            />
          )}
        </Tools>
      )}
      {data && !data.known && (
        <div className="explain-callout">
          <Callout>{words.unknownWho}</Callout>
        </div>
      )}
      {failed ? (
        <PageBody>
          <Failed error={error} at={at} onRetry={() => void refetch()} />
        </PageBody>
      ) : (
        <DataTable
          label={words.tableLabel(permission)}
          columns={columns}
          rows={isPending ? undefined : shown && holderRows(shown)}
          rowId={({ id }) => id}
          onOpen={explain}
          busy={isPlaceholderData}
          empty={
            <EmptyState icon={UsersRoundIcon} title={q === undefined ? words.nobody[tense] : words.noMatch}>
              {q === undefined ? words.nobodyWhy : words.noMatchWhy}
            </EmptyState>
          }
        />
      )}
      {data && <Pager {...list.pager(query)} />}
    </>
  );
}

function Count({
  data,
  tense,
  q,
  failed,
}: {
  data: { total: number; atLeast: boolean } | undefined;
  tense: Tense;
  q: string | undefined;
  failed: boolean;
}): ReactNode {
  if (failed) return null;
  const text = data && totalOf(data);
  return (
    <div className="explain-count" aria-live="polite">
      {text === undefined ? (
        <Skeleton width={140} />
      ) : q !== undefined ? (
        <h2>{words.found(text)}</h2>
      ) : (
        <h2>{data?.total === 0 ? words.nobody[tense] : words.count[tense](text, data?.total === 1)}</h2>
      )}
    </div>
  );
}
