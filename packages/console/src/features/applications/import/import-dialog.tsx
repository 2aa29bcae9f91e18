import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { countText } from '../counts.ts';
import { firstRolesQuery } from '../queries.ts';
import { ImportFailure } from './import-failure.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportSource } from './import-source.tsx';
import type { ImportProgress } from './read-lines.ts';
import { useImport } from './use-import.ts';

const PHASES: Record<ImportProgress['phase'], string> = {
  reading: 'Reading',
  checking: 'Checking',
  writing: 'Writing',
};

/** Imports a file: what it holds, what it would change, the work itself with numbers, and what it did. */
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
      title={`Import into ${application.name}`}
      foot={foot()}
    >
      {stage.name === 'source' && <ImportSource work={work} />}
      {(stage.name === 'checking' || stage.name === 'importing') && (
        <Progress
          label={stage.name === 'checking' ? 'Looking at what it would change' : 'Importing'}
          value={stage.progress?.done ?? 0}
          max={stage.progress?.total ?? work.lines}
          text={progressText(stage.progress)}
          action={
            <p>
              <Button small onClick={work.cancel}>
                {stage.name === 'checking' ? 'Cancel' : 'Cancel the import'}
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
            <Button onClick={close}>Cancel</Button>
            <Button
              kind="primary"
              onClick={work.check}
              reason={work.content.trim() === '' ? 'Choose a file, or paste its content.' : undefined}
            >
              Check the file
            </Button>
          </>
        );
      case 'checking':
      case 'importing':
        return undefined;
      case 'failed':
        return (
          <>
            <Button onClick={close}>Close</Button>
            <Button kind="primary" onClick={work.back}>
              Back to the file
            </Button>
          </>
        );
      case 'preview':
        return (
          <>
            <Button onClick={work.back}>Back</Button>
            <Button kind="primary" onClick={work.run}>
              Import {countText(stage.report.lines)} {work.kind === 'catalogue' ? 'roles' : 'lines'}
            </Button>
          </>
        );
      case 'done':
        return (
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        );
    }
  }
}

function progressText(progress: ImportProgress | undefined): string {
  if (!progress) return 'Sending the file';
  const { phase, done, total } = progress;
  return total === null
    ? `${PHASES[phase]} ${countText(done)}`
    : `${PHASES[phase]} ${countText(done)} of ${countText(total)}`;
}
