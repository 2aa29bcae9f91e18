import { type Application, type FieldError, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { countText } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { firstRolesQuery } from '../queries.ts';
import { ImportPreview, ImportResult } from './import-report.tsx';
import { type ImportProgress, type ImportWork, useImport } from './use-import.ts';
import { reportWords, sourceWords, words } from './words.ts';
import '../applications.css';
import { ApiError } from '@licet/contract/client';
import { Callout } from '../../../ui/callout.tsx';
import { RadioGroup } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldNote } from '../../../ui/field.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { asProblem, faultSentence } from '../../../ui/problem.ts';
import { TextArea } from '../../../ui/text-field.tsx';

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
              {(work.kind === 'catalogue' ? words.importRoles : words.importLines)(stage.report.lines)}
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

/** Returns where an error is: the line number, or the position of the role in the catalogue. */
function whereOf({ line, pointer = '' }: Pick<FieldError, 'line' | 'pointer'>): string {
  if (line !== undefined) return reportWords.line(countText(line));
  const [, role] = /^\/(\d+)/.exec(pointer) ?? [];
  return role === undefined ? pointer : reportWords.role(countText(Number(role) + 1));
}

const SHOWN_CHARACTERS = 2000;

/** The first step of an import: a file or pasted text, and its kind. */
function ImportSource({ work }: { work: ImportWork }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [error, setError] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > limits.importBytes.value)
      return setError(sourceWords.tooLarge(file.name, countText(limits.importBytes.value / 1024 / 1024)));
    setError(undefined);
    work.setContent(await file.text(), file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void take(event.dataTransfer.files[0]);
  };
  const long = work.content.length > SHOWN_CHARACTERS;

  return (
    <div className="stack">
      <section
        aria-label={sourceWords.file}
        className={classNames('drop', dragging && 'over')}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      >
        <input
          ref={picker}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={sourceWords.fileToImport}
          accept=".tsv,.csv,.txt,.json,text/plain,text/csv,application/json"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon={UploadIcon} onClick={() => picker.current?.click()}>
          {sourceWords.choose}
        </Button>
        <span className="small text-faint">{sourceWords.orDrop}</span>
        <FieldNote id="import-file-note" error={error} />
      </section>
      <TextArea
        label={sourceWords.content}
        mono
        rows={7}
        spellCheck={false}
        placeholder={'ana\tinvoices.read\nben\tinvoices.refund'}
        value={long ? `${work.content.slice(0, SHOWN_CHARACTERS)}\n…` : work.content}
        readOnly={long}
        onChange={(content) => work.setContent(content)}
        hint={work.content === '' ? undefined : sizeText(work, long)}
        labelEnd={
          work.content !== '' && (
            <Button small kind="quiet" onClick={() => work.setContent('')}>
              {sourceWords.clear}
            </Button>
          )
        }
      />
      <RadioGroup
        label={sourceWords.holds}
        showLabel
        choices={[
          { value: 'permissions', label: sourceWords.kinds.permissions },
          { value: 'roles', label: sourceWords.kinds.roles },
          { value: 'catalogue', label: sourceWords.kinds.catalogue },
        ]}
        value={work.kind}
        onChange={work.setKind}
        hint={
          work.content !== '' && work.kind === work.guess.kind
            ? `${work.guess.because} ${sourceWords.notes[work.kind]}`
            : sourceWords.notes[work.kind]
        }
      />
    </div>
  );
}

function sizeText({ fileName, lines }: ImportWork, long: boolean): string {
  if (fileName === undefined) return (long ? sourceWords.pastedLong : sourceWords.pasted)(lines);
  return (long ? sourceWords.namedLong : sourceWords.named)(fileName, lines);
}
