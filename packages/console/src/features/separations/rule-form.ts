import type { NewSeparation, Separation } from '@licet/contract';
import { type FoundOption, optionOf } from '../../blocks/find.ts';

/** A role or a permission of a part, as a form value. */
export interface Element {
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly name: string;
  readonly application: string;
}

/** The form values of a separation rule. */
export interface RuleValues {
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

/** The request body. With two parts a user may always hold one. */
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
