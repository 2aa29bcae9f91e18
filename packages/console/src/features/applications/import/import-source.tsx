import { limits } from '@licet/contract';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldNote } from '../../../ui/field.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { countText } from '../counts.ts';
import type { ImportKind } from './file-kind.ts';
import type { ImportWork } from './use-import.ts';
import './import-source.css';

const KIND_NOTES: Record<ImportKind, string> = {
  permissions: 'Each line a user and a permission, with a tab or a comma between. Both are made when they are missing.',
  roles: 'Each line a user and a role, with a tab or a comma between. Both are made when they are missing.',
  catalogue: 'JSON: [{ "name": "approver", "title": "Approves", "permissions": ["invoices.approve"] }]',
};
const SHOWN_CHARACTERS = 2000;

/** Where the content comes from, and what it holds. */
export function ImportSource({ work }: { work: ImportWork }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [error, setError] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > limits.importBytes.value)
      return setError(
        `${file.name} is larger than ${countText(limits.importBytes.value / 1024 / 1024)} MB. Import it in parts.`,
      );
    setError(undefined);
    work.setContent(await file.text(), file.name);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const long = work.content.length > SHOWN_CHARACTERS;

  return (
    <div className="stack">
      <section
        aria-label="File"
        className={classNames('drop', over && 'over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={picker}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File to import"
          accept=".tsv,.csv,.txt,.json,text/plain,text/csv,application/json"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon={UploadIcon} onClick={() => picker.current?.click()}>
          Choose a file
        </Button>
        <span className="small text-faint">or drop it here, or paste its content below. TSV, CSV or JSON.</span>
        <FieldNote id="import-file-note" error={error} />
      </section>
      <TextArea
        label="Content"
        mono
        rows={7}
        spellCheck={false}
        placeholder={'ana\tinvoices.read\nben\tinvoices.refund'}
        value={long ? `${work.content.slice(0, SHOWN_CHARACTERS)}\n…` : work.content}
        readOnly={long}
        onChange={(content) => work.setContent(content)}
        hint={
          work.content === ''
            ? undefined
            : `${work.fileName === undefined ? 'Pasted' : work.fileName}: ${countText(work.lines)} ${work.lines === 1 ? 'line' : 'lines'}${long ? ', the first ones are shown' : ''}.`
        }
        labelEnd={
          work.content !== '' && (
            <Button small kind="quiet" onClick={() => work.setContent('')}>
              Clear
            </Button>
          )
        }
      />
      <SegmentedControl
        label="It holds"
        showLabel
        wide
        choices={[
          { value: 'permissions', label: 'User + permission' },
          { value: 'roles', label: 'User + role' },
          { value: 'catalogue', label: 'Roles (JSON)' },
        ]}
        value={work.kind}
        onChange={work.setKind}
        hint={
          work.content !== '' && work.kind === work.guess.kind
            ? `${work.guess.because} ${KIND_NOTES[work.kind]}`
            : KIND_NOTES[work.kind]
        }
      />
    </div>
  );
}
