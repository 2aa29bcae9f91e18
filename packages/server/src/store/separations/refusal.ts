import { limits } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import { firstByName } from '../plan/who.ts';
import { type NewViolation, violationsOf } from './check.ts';
import { storedApart } from './duties.ts';
import { dutiesOf, type HeldPartOf, holdingsOf } from './held.ts';
import { namesOf } from './separations.ts';

/** Whether the caller may see the names of users and of what they hold in these applications. */
export type MayName = (applications: readonly string[]) => boolean;

/**
 * Checks the separations after the facts of a change or a draft are written.
 * @throws Refusal `separation_violated`, with the number of violations, and names and paths as far as the caller may see them
 */
export async function requireApart(change: Change, mayName: MayName = () => false): Promise<void> {
  if (change.checking.done) return;
  const found = await violationsOf(change);
  // The next change of a draft is checked separately.
  if (!change.checking.draft) change.checking.done = true;
  if (found.length > 0) await refuseViolations(change, found, mayName);
}

async function refuseViolations(change: Change, found: readonly NewViolation[], mayName: MayName): Promise<never> {
  const rules = await namesOf(change, [...new Set(found.map(({ separation }) => separation))]);
  const people = new Set(found.map(({ holder }) => holder)).size;
  const told = await toldOf(change, found, mayName);
  const [first] = told;
  if (!first) {
    const separations = [...rules.values()].slice(0, 3);
    const more = rules.size - separations.length;
    refuse('separation_violated', 'would_violate_unnamed', { people, separations, more });
  }
  const errors = told.map(({ from, ...held }) =>
    from === null ? fault({}, 'would_hold', held) : fault({}, 'would_hold_later', { ...held, from }),
  );
  const { from, ...held } = first;
  const values = { ...held, more: found.length - 1 };
  if (from === null) refuse('separation_violated', 'would_violate', values, { errors });
  refuse('separation_violated', 'would_violate_later', { ...values, from }, { errors });
}

/** Describes the first violations with what the principals would hold, if the caller may see all applications involved. */
async function toldOf(change: Change, found: readonly NewViolation[], mayName: MayName) {
  const shown = found.slice(0, limits.violationsTold.value);
  const rules = await namesOf(change, [...new Set(shown.map(({ separation }) => separation))]);
  const [holders = []] = await firstByName(change, [{ ids: shown.map(({ holder }) => holder) }], shown.length);
  const names = new Map(holders.map(({ id, name }) => [id, name]));
  const held = await heldAtInstants(change, shown, mayName);
  return shown.flatMap((it) => {
    const parts = held.get(it);
    if (!parts) return [];
    const elements = parts.flatMap((part) => part.elements.slice(0, 1));
    const ways = elements.map(({ name, paths: [path] }) => {
      const steps = [...(path?.groups ?? []), ...(path?.roles ?? [])].map((step) => step.name);
      return steps.filter((step) => step !== name).join(', ');
    });
    return {
      holder: names.get(it.holder) ?? '',
      separation: rules.get(it.separation) ?? '',
      things: elements.map(({ name }) => name),
      applications: elements.map(({ application }) => application.name),
      ways,
      from: it.from === null ? null : instantOf(change, it),
    };
  });
}

/** What the principals would hold when their violations begin. Leaves out violations of which the caller may not see all names. */
async function heldAtInstants(change: Change, shown: readonly NewViolation[], mayName: MayName) {
  const all = new Map<NewViolation, HeldPartOf[]>();
  const together = Map.groupBy(shown, (it) => instantOf(change, it));
  // A caller can repeat a refused change, and other changes wait for the writer lock meanwhile.
  const steps = limits.pathStepsRefused.value / together.size;
  for (const [at, those] of together) {
    const then = { ...change, at };
    const separations = [...new Set(those.map(({ separation }) => separation))];
    const duties = await dutiesOf(then, storedApart(change, separations));
    const holders = those.map(({ holder }) => holder);
    const holdings = await holdingsOf(then, duties, holders, steps);
    const named: NewViolation[] = [];
    for (const it of those) {
      const first = (await holdings.held(it)).flatMap(({ elements }) => elements.slice(0, 1));
      if (mayName(first.map(({ application }) => application.id))) named.push(it);
    }
    const listed = await holdings.withPaths(named);
    for (const [place, it] of named.entries()) all.set(it, listed[place]?.held ?? []);
  }
  return all;
}

const instantOf = ({ at }: Change, { from }: NewViolation): string =>
  from === null ? at : new Date(Math.ceil(from / 1000)).toISOString();
