import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { exactTime } from '../../ui/time-words.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type DiffField, type DiffLine, diff } from './diff.ts';
import { fieldName, words } from './words.ts';

/** What was before and what is after, side by side, by name; what changed is marked. */
export function DiffView({ before, after }: { before: unknown; after: unknown }): ReactNode {
  const fields = useMemo(() => diff(before, after), [before, after]);
  const values = fields.filter(({ kind }) => kind === 'value');
  const sets = fields.filter(({ kind, lines }) => kind === 'set' && lines.length > 0);
  if (fields.length === 0) return <p className="t3">{words.noDetail}</p>;
  return (
    <>
      {values.length > 0 && <Values fields={values} />}
      {sets.map((field) => (
        <SetView key={field.name} field={field} />
      ))}
    </>
  );
}

function Values({ fields }: { fields: readonly DiffField[] }): ReactNode {
  return (
    <table className="diff-values">
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{words.field}</VisuallyHidden>
          </th>
          <th scope="col">{words.beforeHead}</th>
          <th scope="col">{words.afterHead}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, lines, changed }) => (
          <tr key={name} className={classNames(changed && 'changed')}>
            <th scope="row">
              {fieldName(name)}
              {changed && <VisuallyHidden>, {words.changed}</VisuallyHidden>}
            </th>
            <td>{shown(lines[0]?.before)}</td>
            <td>{shown(lines[0]?.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHANGED_SHOWN = 100;
const SAME_SHOWN = 30;

function SetView({ field: { name, lines } }: { field: DiffField }): ReactNode {
  const [all, setAll] = useState(false);
  const changed = lines.filter((line) => line.changed);
  const same = lines.length - changed.length;
  const shownLines = all ? lines : someOf(lines);
  const hidden = lines.length - shownLines.length;
  const count = (side: 'before' | 'after') => lines.filter((line) => line[side] !== undefined).length;
  return (
    <Section title={fieldName(name)} n={same > 0 && changed.length > 0 ? words.theSame(same) : undefined}>
      <div className="diff-set">
        <div className="h">{words.beforeCount(count('before'))}</div>
        <div className="h">{words.afterCount(count('after'))}</div>
        {shownLines.map((line) => (
          <SetLine key={line.id} line={line} />
        ))}
      </div>
      {hidden > 0 && (
        <p className="t3 small diff-more">
          {changed.length > CHANGED_SHOWN ? words.moreChanged(hidden) : words.theSame(hidden)}{' '}
          <Button small kind="quiet" onClick={() => setAll(true)}>
            {words.showAll}
          </Button>
        </p>
      )}
    </Section>
  );
}

function SetLine({ line: { before, after, changed } }: { line: DiffLine }): ReactNode {
  return (
    <>
      <code className={classNames(changed && before !== undefined && 'minus', before === undefined && 'gone')}>
        {changed && before !== undefined && (
          <>
            <MinusIcon small />
            <VisuallyHidden>{words.gone}: </VisuallyHidden>
          </>
        )}
        {before ?? words.none}
      </code>
      <code className={classNames(changed && after !== undefined && 'plus', after === undefined && 'gone')}>
        {changed && after !== undefined && (
          <>
            <PlusIcon small />
            <VisuallyHidden>{words.added}: </VisuallyHidden>
          </>
        )}
        {after ?? words.none}
      </code>
    </>
  );
}

/** What changed, and of the rest as many as give it its place. */
function someOf(lines: readonly DiffLine[]): readonly DiffLine[] {
  let changed = 0;
  let same = 0;
  return lines.filter((line) => (line.changed ? (changed += 1) <= CHANGED_SHOWN : (same += 1) <= SAME_SHOWN));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function shown(text: string | undefined): ReactNode {
  if (text === undefined || text === '') return <span className="t3">{words.none}</span>;
  return INSTANT.test(text) ? <time dateTime={text}>{exactTime(new Date(text))}</time> : text;
}
