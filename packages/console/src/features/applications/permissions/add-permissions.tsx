import type { Application } from '@licet/contract';
import { type ReactNode, useId, useState } from 'react';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { counted } from '../counts.ts';
import { useRefresh } from '../queries.ts';
import { useFocusOnOpen } from '../use-focus-on-open.ts';
import { type LineError, readPermissionLines } from './permission-lines.ts';

const MOST_AT_ONCE = 500;

/** Names permissions, several at once, one a line. */
export function AddPermissions({ application, onClose }: { application: Application; onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const fieldId = useId();
  const formId = useId();
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<readonly LineError[]>([]);
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const read = readPermissionLines(text);
  useFocusOnOpen(fieldId);

  const add = async () => {
    if (progress) return;
    if (read.errors.length > 0) return setErrors(read.errors);
    if (read.lines.length === 0) return setErrors([{ line: 1, detail: 'Type the name of a permission.' }]);
    if (read.lines.length > MOST_AT_ONCE)
      return setErrors([{ line: MOST_AT_ONCE + 1, detail: 'That is a long list. Import it as a file instead.' }]);
    setErrors([]);
    const failed: { error: LineError; raw: string }[] = [];
    for (const [done, { line, name, title }] of read.lines.entries()) {
      setProgress({ done, all: read.lines.length });
      try {
        await client.permissions.create({ params: { application: application.id }, body: { name, title } });
      } catch (thrown) {
        const problem = asProblem(thrown);
        failed.push({
          error: { line: failed.length + 1, detail: problem.detail ?? problem.title },
          raw: text.split(/\r?\n/)[line - 1] ?? name,
        });
      }
    }
    setProgress(undefined);
    await refresh();
    const added = read.lines.length - failed.length;
    if (added > 0) toast({ text: `${counted(added, 'permission')} added to ${application.name}.` });
    if (failed.length === 0) return onClose();
    setText(failed.map(({ raw }) => raw).join('\n'));
    setErrors(failed.map(({ error }) => error));
  };

  return (
    <Panel
      title="Add permissions"
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={progress !== undefined}>
            {read.lines.length > 1 ? `Add ${counted(read.lines.length, 'permission')}` : 'Add permission'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextArea
          id={fieldId}
          label="Permissions"
          mono
          rows={10}
          spellCheck={false}
          placeholder={'invoices.read, See invoices\ninvoices.refund, Give money back'}
          value={text}
          onChange={(next) => {
            setText(next);
            setErrors([]);
          }}
          hint="One name a line. A title may follow after a comma or a tab."
        />
        {progress && (
          <Progress
            label="Adding"
            value={progress.done}
            max={progress.all}
            text={`${progress.done} of ${progress.all}`}
          />
        )}
        {errors.length > 0 && (
          <Callout tone="no" live>
            <b>{errors.length === 1 ? 'One line needs another look' : `${errors.length} lines need another look`}</b>
            <ul>
              {errors.map(({ line, detail }) => (
                <li key={line}>
                  Line {line}: {detail}
                </li>
              ))}
            </ul>
          </Callout>
        )}
      </form>
    </Panel>
  );
}
