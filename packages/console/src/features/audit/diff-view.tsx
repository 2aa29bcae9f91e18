import { type ReactNode, useMemo, useState } from 'react';
import { recordedText } from '../../blocks/recorded.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type DiffField, type DiffLine, diff } from './diff.ts';
import { words } from './words.ts';
import './audit.css';
import { lengthText } from '../../blocks/durations.ts';
import { eventParts } from '../../blocks/events/words.ts';
import { stateWords } from '../../blocks/words.ts';
import { exactTime } from '../../ui/time-words.ts';

/** Shows a record before and after a change side by side, with names for ids and changes marked. */
export function DiffView({ before, after }: { before: unknown; after: unknown }): ReactNode {
  const fields = useMemo(() => diff(before, after), [before, after]);
  const values = fields.filter(({ kind }) => kind === 'value');
  const sets = fields.filter(({ kind, lines }) => kind === 'set' && lines.length > 0);
  const side = oneSide(before, after);
  if (fields.length === 0) return <p className="text-faint">{words.noDetail}</p>;
  return (
    <>
      {values.length > 0 && <Values fields={values} side={side} />}
      {sets.map((field) => (
        <SetView key={field.name} field={field} side={side} />
      ))}
    </>
  );
}

/** The sides to show: only `after` for a created record, only `before` for a deleted one. */
type Side = 'before' | 'after' | 'both';

function oneSide(before: unknown, after: unknown): Side {
  if (before === null || before === undefined) return 'after';
  return after === null || after === undefined ? 'before' : 'both';
}

function Values({ fields, side }: { fields: readonly DiffField[]; side: Side }): ReactNode {
  return (
    <table className="diff-values">
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{words.field}</VisuallyHidden>
          </th>
          {side !== 'after' && <th scope="col">{words.beforeHead}</th>}
          {side !== 'before' && <th scope="col">{words.afterHead}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, lines, changed }) => (
          <tr key={name} className={classNames(changed && side === 'both' && 'changed')}>
            <th scope="row">
              {fieldName(name)}
              {changed && side === 'both' && <VisuallyHidden>, {words.changed}</VisuallyHidden>}
            </th>
            {side === 'both' && !changed ? (
              <td colSpan={2}>{shown(name, lines[0]?.after)}</td>
            ) : (
              <>
                {side !== 'after' && <td>{shown(name, lines[0]?.before)}</td>}
                {side !== 'before' && <td>{shown(name, lines[0]?.after)}</td>}
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHANGED_SHOWN = 100;
const SAME_SHOWN = 30;

function SetView({ field: { name, lines }, side }: { field: DiffField; side: Side }): ReactNode {
  const [all, setAll] = useState(false);
  const changed = lines.filter((line) => line.changed);
  const same = lines.length - changed.length;
  const shownLines = all ? lines : someOf(lines);
  const hidden = lines.length - shownLines.length;
  const count = (side: 'before' | 'after') => lines.filter((line) => line[side] !== undefined).length;
  return (
    <Section title={fieldName(name)} n={same > 0 && changed.length > 0 ? words.theSame(same) : undefined}>
      <div className={classNames('diff-set', side !== 'both' && 'single')}>
        {side !== 'after' && <div className="diff-head">{words.beforeCount(count('before'))}</div>}
        {side !== 'before' && <div className="diff-head">{words.afterCount(count('after'))}</div>}
        {shownLines.map((line) => (
          <SetLine key={line.id} line={line} side={side} />
        ))}
      </div>
      {hidden > 0 && (
        <p className="text-faint small diff-more">
          {changed.length > CHANGED_SHOWN ? words.moreChanged(hidden) : words.theSame(hidden)}{' '}
          <Button small kind="quiet" onClick={() => setAll(true)}>
            {words.showAll}
          </Button>
        </p>
      )}
    </Section>
  );
}

function SetLine({ line: { before, after, changed }, side }: { line: DiffLine; side: Side }): ReactNode {
  return (
    <>
      {side !== 'after' && (
        <Member text={before} mark={changed && side === 'both' && before !== undefined ? 'minus' : undefined} />
      )}
      {side !== 'before' && (
        <Member text={after} mark={changed && side === 'both' && after !== undefined ? 'plus' : undefined} />
      )}
    </>
  );
}

function Member({ text, mark }: { text: string | undefined; mark: 'minus' | 'plus' | undefined }): ReactNode {
  if (text === undefined) return <code className="gone">{words.none}</code>;
  return (
    <code className={mark}>
      {mark === 'minus' && <MinusIcon small />}
      {mark === 'plus' && <PlusIcon small />}
      {mark && <VisuallyHidden>{mark === 'minus' ? words.gone : words.added}: </VisuallyHidden>}
      {recordedText(text)}
    </code>
  );
}

/** The lines to show: the first changed and the first unchanged ones, up to a limit for each. */
function someOf(lines: readonly DiffLine[]): readonly DiffLine[] {
  const left = { changed: CHANGED_SHOWN, same: SAME_SHOWN };
  return lines.filter((line) => {
    const kind = line.changed ? 'changed' : 'same';
    left[kind] -= 1;
    return left[kind] >= 0;
  });
}

function shown(name: string, text: string | undefined): ReactNode {
  return text === undefined || text === '' ? <span className="text-faint">{words.none}</span> : valueText(name, text);
}

/** The label of a field: `redirectUris` becomes "Redirect addresses", `grant.ends` "Grant, ends". */
export function fieldName(name: string): string {
  const text = name.split('.').map(eventParts.field).join(', ');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A value as text: instants, durations, booleans, states and kinds in words, any other value unchanged. */
export function valueText(name: string, text: string): string {
  if (INSTANT.test(text)) return exactTime(new Date(text));
  if (text === 'true' || text === 'false') return text === 'true' ? words.yes : words.no;
  const field = name.split('.').at(-1) ?? name;
  if (field === 'seconds' && COUNT.test(text)) return lengthText(Number(text));
  if (field === 'state') return named(stateWords, text);
  if (field === 'kind') return named(words.kinds, text);
  return field === 'status' ? named(words.statuses, text) : recordedText(text);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const COUNT = /^\d{1,12}$/;

function named(names: Readonly<Record<string, string>>, text: string): string {
  return (Object.hasOwn(names, text) ? names[text] : undefined) ?? text;
}
