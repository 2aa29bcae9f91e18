import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { firstRolesQuery } from '../queries.ts';
import { ImportFailure } from './import-failure.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportSource } from './import-source.tsx';
import type { ImportProgress } from './read-lines.ts';
import { useImport } from './use-import.ts';
import { words } from './words.ts';

/** Imports a file: its kind, its effects, the progress, and the result. */
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
