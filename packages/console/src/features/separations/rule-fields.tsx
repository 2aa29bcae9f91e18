import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FoundOption, finder, optionOf } from '../../blocks/find.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import type { Form } from '../../ui/form.ts';
import { formatList, formatNumber } from '../../ui/format.ts';
import { PlusIcon, XIcon } from '../../ui/icons.tsx';
import { Select } from '../../ui/select.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { previewQuery, type RuleBody } from './queries.ts';
import { formWords as words } from './words.ts';
import './separations.css';
import type { NewSeparation, Separation } from '@licet/contract';

/** The form value of a role or a permission in a part of a rule. */
export interface Element {
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly name: string;
  readonly application: string;
}

/** The form values of a separation rule. */
interface RuleValues {
  name: string;
  why: string;
  parts: readonly (readonly Element[])[];
  atMost: string;
}

/** The initial values: two empty parts. */
export const noValues: RuleValues = { name: '', why: '', parts: [[], []], atMost: '1' };

/** The form values of a stored rule, without deleted roles and permissions. */
export const valuesOf = ({ name, why, parts, atMost }: Separation): RuleValues => ({
  name,
  why,
  parts: parts.map(({ elements }) =>
    elements
      .filter(({ deleted }) => !deleted)
      .map(({ kind, id, name: called, application }) => ({ kind, id, name: called, application: application.id })),
  ),
  atMost: `${atMost}`,
});

/** The request body. `atMost` is always less than the number of parts. */
export const entryOf = ({ name, why, parts, atMost }: RuleValues): NewSeparation => ({
  name: name.trim(),
  why: why.trim(),
  parts: parts.map((part) => ({ elements: part.map(({ kind, id }) => ({ kind, id })) })),
  atMost: Math.min(Number(atMost), parts.length - 1),
});

const optionOfElement = ({ kind, id, name, application }: Element): FoundOption =>
  optionOf({ kind, id, name, detail: application, application });

const elementOf = ({ kind, id, label, application }: FoundOption): Element => ({
  kind: kind === 'role' ? 'role' : 'permission',
  id,
  name: label,
  application: application ?? '',
});

const findDuties = finder(['role', 'permission']);

export const ruleLabels = { name: words.name, why: words.why, parts: words.parts, atMost: words.atMost } as const;

/** The fields of a separation rule: its name, its reason, its parts, and how many of the parts one user may hold. */
export function RuleFields({ form }: { form: Form<RuleValues> }): ReactNode {
  const { parts, atMost } = form.values;
  const mayRead = usePermission('access.read');
  const change = (place: number, part: RuleValues['parts'][number]) => form.set('parts', parts.with(place, part));
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} {...form.field('name')} />
      <TextArea label={words.why} optional hint={words.whyHint} {...form.field('why')} />
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
        <div className={parts.length > 2 ? 'duty-part' : undefined} key={place}>
          <TagPicker
            label={words.part(place + 1)}
            hint={place === 0 ? words.partHint : undefined}
            load={findDuties}
            value={part.map(optionOfElement)}
            onChange={(options) => change(place, options.map(elementOf))}
            error={form.errors.get(`parts.${place}.elements`) ?? form.errors.get(`parts.${place}`)}
          />
          {parts.length > 2 && (
            <IconButton
              icon={XIcon}
              label={words.removePart(place + 1)}
              onClick={() => form.set('parts', parts.toSpliced(place, 1))}
            />
          )}
        </div>
      ))}
      <div>
        <Button small icon={PlusIcon} onClick={() => form.set('parts', [...parts, []])}>
          {words.addPart}
        </Button>
      </div>
      {parts.length > 2 && (
        <Select
          label={words.atMost}
          hint={words.atMostHint}
          options={parts
            .slice(1)
            .map((_, index) => ({ id: `${index + 1}`, label: words.ofParts(index + 1, parts.length) }))}
          value={`${Math.min(Number(atMost), parts.length - 1)}`}
          onChange={(next) => form.set('atMost', next)}
        />
      )}
      {mayRead && <Found values={form.values} />}
    </>
  );
}

/** The violations that the rule would have, before it is created. */
function Found({ values }: { values: RuleValues }): ReactNode {
  const { parts, atMost } = entryOf(values);
  const whole = parts.every(({ elements }) => elements.length > 0);
  const body: RuleBody = { parts, ...(atMost !== undefined && { atMost }) };
  const { data } = useQuery({ ...previewQuery(body), enabled: whole });
  if (!whole || !data) return <p className="text-faint small">{words.foundHint}</p>;
  if (data.total === 0)
    return (
      <Callout tone="yes" live>
        {words.findsNobody}
      </Callout>
    );
  const names = data.items.map(({ holder }) => holder.name);
  const more = data.total - names.length;
  return (
    <Callout tone="ending" live>
      <b>{words.finds(data.total)}</b>
      <p>{formatList(more > 0 ? [...names, words.more(formatNumber(more))] : names)}</p>
      <p>{words.findsText}</p>
    </Callout>
  );
}
