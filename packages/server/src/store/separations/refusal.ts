import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import { firstByName } from '../plan/who.ts';
import { type NewViolation, violationsOf } from './check.ts';
import { storedApart } from './duties.ts';
import { dutiesOf, heldOf } from './held.ts';
import { namesOf } from './separations.ts';

/** Whether names may be told to whoever makes a change; they are those of people, and of what they hold anywhere. */
export type MayName = (applications: readonly string[]) => boolean;

/**
 * Holds a change or a draft, after its facts are written, to what nobody may hold together.
 * @throws Refusal `separation_violated`, with whom, how many, and by which ways, as far as it may be told
 */
export async function requireApart(change: Change, mayName: MayName = () => false): Promise<void> {
  if (change.apart.done) return;
  const found = await violationsOf(change);
  // The next change of a draft is looked at by itself.
  if (!change.apart.draft) change.apart.done = true;
  if (found.length > 0) await refuseViolations(change, found, mayName);
}

async function refuseViolations(change: Change, found: readonly NewViolation[], mayName: MayName): Promise<never> {
  const rules = await namesOf(change, [...new Set(found.map(({ separation }) => separation))]);
  const people = new Set(found.map(({ holder }) => holder)).size;
  const told = await toldOf(change, found, mayName);
  const named = [...rules.values()].map((name) => `“${name}”`);
  const what = `${named.slice(0, 3).join(', ')}${named.length > 3 ? ` and ${named.length - 3} more` : ''} keep${named.length === 1 ? 's' : ''} apart`;
  const [first] = told;
  const others = people === 1 ? '' : `, and so would ${people - 1} more`;
  const one = people === 1 ? 'One person or program' : `${people} people or programs`;
  refuse(
    'separation_violated',
    first
      ? `${first.name} would hold together what ${what}${others}: ${first.held}.`
      : `${one} would hold together what ${what}.`,
    told.length > 0
      ? { errors: told.map(({ rule, name, held }) => ({ detail: `${name} would hold ${held} (“${rule}”).` })) }
      : {},
  );
}

/** The first of them by what they would hold, where the caller may know of every application that it is about. */
async function toldOf(change: Change, found: readonly NewViolation[], mayName: MayName) {
  const shown = found.slice(0, limits.violationsTold.value);
  const rules = await namesOf(change, [...new Set(shown.map(({ separation }) => separation))]);
  const [holders = []] = await firstByName(change, [{ ids: shown.map(({ holder }) => holder) }], shown.length);
  const names = new Map(holders.map(({ id, name }) => [id, name]));
  const told = [];
  for (const it of shown) {
    const at = it.from === null ? change.at : new Date(Math.ceil(it.from / 1000)).toISOString();
    const then = { ...change, at };
    const [held = []] = await heldOf(then, await dutiesOf(then, storedApart(change, [it.separation])), [it]);
    const elements = held.flatMap((part) => part.elements.slice(0, 1));
    if (!mayName(elements.map(({ application }) => application.id))) continue;
    const ways = elements.map(({ name, application, paths: [path] }) => {
      const by = [...(path?.groups ?? []), ...(path?.roles ?? [])]
        .map((step) => step.name)
        .filter((step) => step !== name);
      return `${name} in ${application.name}${by.length > 0 ? ` (by ${by.join(', ')})` : ''}`;
    });
    const from = it.from === null ? '' : ` from ${at} on`;
    told.push({
      rule: rules.get(it.separation) ?? '',
      name: names.get(it.holder) ?? '',
      held: `${ways.slice(0, -1).join(', ')} and ${ways.at(-1) ?? ''}${from}`,
    });
  }
  return told;
}
