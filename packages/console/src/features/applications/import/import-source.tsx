import '../applications.css';
import { limits } from '@licet/contract';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldNote } from '../../../ui/field.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import type { ImportWork } from './use-import.ts';
import { sourceWords as words } from './words.ts';

const SHOWN_CHARACTERS = 2000;

/** The first step of an import: a file or pasted text, and its kind. */
export function ImportSource({ work }: { work: ImportWork }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [error, setError] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > limits.importBytes.value)
      return setError(words.tooLarge(file.name, countText(limits.importBytes.value / 1024 / 1024)));
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
        aria-label={words.file}
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
          aria-label={words.fileToImport}
          accept=".tsv,.csv,.txt,.json,text/plain,text/csv,application/json"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon={UploadIcon} onClick={() => picker.current?.click()}>
          {words.choose}
        </Button>
        <span className="small text-faint">{words.orDrop}</span>
        <FieldNote id="import-file-note" error={error} />
      </section>
      <TextArea
        label={words.content}
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
              {words.clear}
            </Button>
          )
        }
      />
      <RadioGroup
        label={words.holds}
        showLabel
        choices={[
          { value: 'permissions', label: words.kinds.permissions },
          { value: 'roles', label: words.kinds.roles },
          { value: 'catalogue', label: words.kinds.catalogue },
        ]}
        value={work.kind}
        onChange={work.setKind}
        hint={
          work.content !== '' && work.kind === work.guess.kind
            ? `${work.guess.because} ${words.notes[work.kind]}`
            : words.notes[work.kind]
        }
      />
    </div>
  );
}

function sizeText({ fileName, lines }: ImportWork, long: boolean): string {
  if (fileName === undefined) return (long ? words.pastedLong : words.pasted)(lines);
  return (long ? words.namedLong : words.named)(fileName, lines);
}
