import { foldIdentity, type Separation } from '@licet/contract';
import type { ConfiguredElement, ConfiguredSeparation } from '@licet/contract/configuration';
import { type Comparison, differs } from './comparison.ts';
import type { Declared } from './gather.ts';

type Body = { readonly kind: 'role' | 'permission'; readonly id: string };
type Parts = readonly { readonly elements: readonly Body[] }[];

/** Separation rules are compared before grants, so that a file that violates its own rule is refused. */
export function compareSeparations(all: Comparison): void {
  for (const declared of all.declared.separations) compareSeparation(all, declared);
}

function compareSeparation(all: Comparison, { value, at }: Declared<ConfiguredSeparation>): void {
  const { name, why, atMost } = value;
  const parts = value.parts.map((part, place) => ({
    elements: part.flatMap((element, index) => elementOf(all, element, at('parts', place, index)) ?? []),
  }));
  const before = all.present.separations.get(foldIdentity(name));
  const says = `separation ${name}`;
  const optionalFields = { ...(why !== undefined && { why }), ...(atMost !== undefined && { atMost }) };
  if (!before) {
    const as = all.making('separation', undefined, foldIdentity(name));
    all.add('+', says, at(), { call: 'separations.create', as, body: { name, ...optionalFields, parts } });
    return;
  }
  const other = {
    ...(why !== undefined && why !== before.why && { why }),
    ...(atMost !== undefined && atMost !== before.atMost && { atMost }),
  };
  const different = Object.entries(other).map(([key, is]) => differs(key, before[key as keyof typeof other], is));
  const differ = canonical(parts) !== canonical(thereIn(before));
  if (differ) different.push(`parts ${inWords(partsOf(before))} → ${inWords(value.parts)}`);
  if (different.length > 0)
    all.add(
      '~',
      says,
      at(),
      { call: 'separations.update', params: { separation: before.id }, body: { ...other, ...(differ && { parts }) } },
      different,
    );
}

function elementOf(all: Comparison, { role, permission }: ConfiguredElement, place: string): Body | undefined {
  const text = role ?? permission ?? '';
  const slash = text.indexOf('/');
  const [application, name] = [text.slice(0, slash), text.slice(slash + 1)];
  const kind = role === undefined ? 'permission' : 'role';
  const id = all[kind](application, name, place);
  return id === undefined ? undefined : { kind, id };
}

/** Returns the parts in the format of a file, without deleted elements, which have no name. */
export const partsOf = ({ parts }: Separation): ConfiguredElement[][] =>
  parts.map(({ elements }) =>
    elements.flatMap(({ kind, name, application, deleted }) =>
      deleted ? [] : [{ [kind]: `${application.id}/${name}` } as ConfiguredElement],
    ),
  );

/** Returns the parts without deleted elements, because a file cannot name them. */
const thereIn = ({ parts }: Separation): Parts =>
  parts.map(({ elements }) => ({ elements: elements.filter(({ deleted }) => !deleted) }));

/** The parts as text, for comparing without regard to their order. */
const canonical = (parts: Parts): string =>
  JSON.stringify(parts.map(({ elements }) => elements.map(({ id }) => id).toSorted()).toSorted());

const inWords = (parts: readonly (readonly ConfiguredElement[])[]): string =>
  parts.map((part) => part.map(({ role, permission }) => role ?? permission).join(', ')).join(' | ');
