import { type ReactNode, useMemo, useState } from 'react';
import { recordedText } from '../../blocks/recorded.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { words } from './words.ts';
import './audit.css';
import { lengthText } from '../../blocks/durations.ts';
import { eventParts } from '../../blocks/events/words.ts';
import { stateWords } from '../../blocks/words.ts';
import { exactTime } from '../../ui/time.tsx';

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
    <table className={classNames('diff-values', side === 'after' && 'created')}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{words.field}</VisuallyHidden>
          </th>
          {side !== 'after' && <th scope="col">{words.beforeHead}</th>}
          {side === 'both' && <th scope="col">{words.afterHead}</th>}
          {side === 'after' && (
            // Without a comparison, “after” says nothing that a reader does not expect.
            <th scope="col">
              <VisuallyHidden>{words.afterHead}</VisuallyHidden>
            </th>
          )}
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
              <td colSpan={2}>{valueOrNone(name, lines[0]?.after)}</td>
            ) : (
              <>
                {side !== 'after' && <td>{valueOrNone(name, lines[0]?.before)}</td>}
                {side !== 'before' && <td>{valueOrNone(name, lines[0]?.after)}</td>}
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

/** Returns the first changed and the first unchanged lines, up to a limit for each kind. */
function someOf(lines: readonly DiffLine[]): readonly DiffLine[] {
  const left = { changed: CHANGED_SHOWN, same: SAME_SHOWN };
  return lines.filter((line) => {
    const kind = line.changed ? 'changed' : 'same';
    left[kind] -= 1;
    return left[kind] >= 0;
  });
}

function valueOrNone(name: string, text: string | undefined): ReactNode {
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

/** One line of a comparison: the value before and after the change; `undefined` for no value. */
interface DiffLine {
  id: string;
  before: string | undefined;
  after: string | undefined;
  changed: boolean;
}

/** One field of a record. A list is compared as a set, with a line for each member. */
interface DiffField {
  /** The path of the field, with dots: `grant.ends`. */
  name: string;
  kind: 'value' | 'set';
  lines: readonly DiffLine[];
  changed: boolean;
}

const DEPTH_MAX = 6;

/** Compares two JSON values: the changed fields first, otherwise in their order in the records. */
export function diff(before: unknown, after: unknown): DiffField[] {
  const fields = fieldsOf('', before, after, 0);
  return [...fields.filter((field) => field.changed), ...fields.filter((field) => !field.changed)];
}

function fieldsOf(name: string, before: unknown, after: unknown, depth: number): DiffField[] {
  if (Array.isArray(before) || Array.isArray(after)) return [setField(name, listOf(before), listOf(after))];
  const records = isRecord(before) || isRecord(after);
  if (records && depth < DEPTH_MAX && (name === '' || !(hasName(before) || hasName(after)))) {
    const [old, young] = [recordOf(before), recordOf(after)];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(young)])];
    return keys.flatMap((key) => fieldsOf(name === '' ? key : `${name}.${key}`, old[key], young[key], depth + 1));
  }
  const [old, young] = [textOf(before), textOf(after)];
  if (old === undefined && young === undefined) return [];
  const changed = JSON.stringify(before) !== JSON.stringify(after);
  return [{ name, kind: 'value', changed, lines: [{ id: name, before: old, after: young, changed }] }];
}

function setField(name: string, before: readonly unknown[], after: readonly unknown[]): DiffField {
  const [old, young] = [membersOf(before), membersOf(after)];
  const all = [...new Set([...old.keys(), ...young.keys()])].sort();
  const lines = all.map((key): DiffLine => {
    const [was, is] = [old.get(key), young.get(key)];
    return { id: key, before: was, after: is, changed: was === undefined || is === undefined };
  });
  return { name, kind: 'set', lines, changed: lines.some((line) => line.changed) };
}

/** The members of a list, each as a text and an id, under a key that identifies the member. */
function membersOf(list: readonly unknown[]): Map<string, string> {
  return new Map(
    list.map((member) => {
      const text = textOf(member) ?? 'null';
      return [`${text}\n${isRecord(member) && 'id' in member ? String(member.id) : ''}`, text];
    }),
  );
}

/** A value as text; a reference by its name. Returns `undefined` for null, an empty text and a missing value. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (hasName(value)) {
    const { kind, name, application } = value;
    if (typeof kind !== 'string') return name;
    return eventParts.named(kind, name, typeof application === 'string' ? application : '') ?? `${kind} ${name}`;
  }
  return JSON.stringify(value);
}

function hasName(value: unknown): value is { name: string; kind?: unknown; application?: unknown } {
  return isRecord(value) && typeof value.name === 'string' && Object.keys(value).every((key) => naming.has(key));
}

// An object with only these keys is a reference, shown by name. Any other object is shown as JSON.
const naming = new Set(['id', 'kind', 'name', 'title', 'username', 'detail', 'application']);

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
