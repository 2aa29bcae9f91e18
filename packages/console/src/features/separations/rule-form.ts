import type { NewSeparation, Separation } from '@licet/contract';
import { type FoundOption, optionOf } from '../../blocks/find.ts';

/** A role or a permission of a part, as it stands in the form. */
export interface Element {
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly name: string;
  readonly application: string;
}

/** What is typed about a separation. */
export interface RuleValues {
  name: string;
  why: string;
  parts: readonly (readonly Element[])[];
  atMost: string;
}

/** A pair, of which nothing is chosen yet. */
export const noValues: RuleValues = { name: '', why: '', parts: [[], []], atMost: '1' };

/** A separation as it stands in the form. What was deleted is not sent again. */
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

/** What is sent: a pair always allows one. */
export const entryOf = ({ name, why, parts, atMost }: RuleValues): NewSeparation => ({
  name: name.trim(),
  why: why.trim(),
  parts: parts.map((part) => ({ elements: part.map(({ kind, id }) => ({ kind, id })) })),
  atMost: Math.min(Number(atMost), parts.length - 1),
});

export const optionOfElement = ({ kind, id, name, application }: Element): FoundOption =>
  optionOf({ kind, id, name, detail: application, application });

export const elementOf = ({ kind, id, label, application }: FoundOption): Element => ({
  kind: kind === 'role' ? 'role' : 'permission',
  id,
  name: label,
  application: application ?? '',
});
