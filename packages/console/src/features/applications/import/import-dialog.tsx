import type { Application, FieldError } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { firstRolesQuery } from '../queries.ts';
import { ImportPreview, ImportResult } from './import-report.tsx';
import { ImportSource } from './import-source.tsx';
import { type ImportProgress, useImport } from './use-import.ts';
import { reportWords, words } from './words.ts';
import '../applications.css';
import { ApiError } from '@licet/contract/client';
import { Callout } from '../../../ui/callout.tsx';
import { asProblem, faultSentence } from '../../../ui/problem.ts';

/** Imports a file: asks for its kind, then shows its effects, the progress, and the result. */
export function ImportDialog({ application, onClose }: { application: Application; onClose: () => void }): ReactNode {
  const roles = useQuery(firstRolesQuery(application.id));
  const work = useImport(application, new Set(roles.data?.items.map(({ name }) => name)));
  const { stage } = work;
  const close = () => {
    work.cancel();
    onClose();
  };
  return (
    <Dialog
      open
      wide
      keepOpen={stage.name !== 'source' || work.content !== ''}
      onClose={close}
      title={words.title(application.name)}
      foot={foot()}
    >
      {stage.name === 'source' && <ImportSource work={work} />}
      {(stage.name === 'checking' || stage.name === 'importing') && (
        <Progress
          label={stage.name === 'checking' ? words.looking : words.importing}
          value={stage.progress?.done ?? 0}
          max={stage.progress?.total ?? work.lines}
          text={progressText(stage.progress)}
          action={
            <p>
              <Button small onClick={work.cancel}>
                {stage.name === 'checking' ? words.cancel : words.cancelImport}
              </Button>
            </p>
          }
        />
      )}
      {stage.name === 'failed' && <ImportFailure error={stage.error} />}
      {stage.name === 'preview' && <ImportPreview report={stage.report} kind={work.kind} name={work.fileName} />}
      {stage.name === 'done' && <ImportResult application={application} report={stage.report} />}
    </Dialog>
  );

  function foot(): ReactNode {
    switch (stage.name) {
      case 'source':
        return (
          <>
            <Button onClick={close}>{words.cancel}</Button>
            <Button
              kind="primary"
              onClick={work.check}
              idle={work.content.trim() === '' ? words.nothingYet : undefined}
            >
              {words.check}
            </Button>
          </>
        );
      case 'checking':
      case 'importing':
        return undefined;
      case 'failed':
        return (
          <>
            <Button onClick={close}>{words.close}</Button>
            <Button kind="primary" onClick={work.back}>
              {words.backToFile}
            </Button>
          </>
        );
      case 'preview':
        return (
          <>
            <Button onClick={work.back}>{words.back}</Button>
            <Button kind="primary" onClick={work.run}>
              {(work.kind === 'catalogue' ? words.importRoles : words.importLines)(countText(stage.report.lines))}
            </Button>
          </>
        );
      case 'done':
        return (
          <Button kind="primary" onClick={close}>
            {words.done}
          </Button>
        );
    }
  }
}

function progressText(progress: ImportProgress | undefined): string {
  if (!progress) return words.sending;
  const { phase, done, total } = progress;
  return words.phases[phase](total === null ? countText(done) : words.doneOf(countText(done), countText(total)));
}

/** Why a file was not imported: each bad line with its number, and what to do. */
function ImportFailure({ error }: { error: unknown }): ReactNode {
  const problem = asProblem(error);
  const carried = error instanceof ApiError ? error.problem : undefined;
  const lines = carried?.errors ?? [];
  return (
    <div className="stack">
      <Callout tone="no" live>
        <b>{problem.title}</b>
        {problem.detail !== undefined && <p>{problem.detail}</p>}
        {carried !== undefined && <p>{lines.length > 0 ? reportWords.correct : carried.next}</p>}
      </Callout>
      {lines.length > 0 && (
        <ol className="bad-lines" aria-label={reportWords.badLines}>
          {lines.map((fault, place) => {
            const where = whereOf(fault);
            const key = `${place} ${where}`;
            return (
              <li key={key}>
                <span className="text-faint">{where}</span>
                <span>{faultSentence(fault)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** Where an error is: the line by its number, or the role of a catalogue by its position in the list. */
function whereOf({ line, pointer = '' }: Pick<FieldError, 'line' | 'pointer'>): string {
  if (line !== undefined) return reportWords.line(countText(line));
  const [, role] = /^\/(\d+)/.exec(pointer) ?? [];
  return role === undefined ? pointer : reportWords.role(countText(Number(role) + 1));
}
