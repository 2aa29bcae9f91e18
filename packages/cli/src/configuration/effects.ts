import { adminRole, type NotEvaluated, type Plan, type PlanEffect } from '@licet/contract';
import { counted } from '../terminal.ts';

/** An effect of a plan as texts. */
export interface EffectText {
  readonly application: string;
  /** The time at which the effect begins; undefined for now. */
  readonly from: string | undefined;
  readonly who: string;
  readonly gains: string | undefined;
  readonly loses: string | undefined;
  readonly keeps: string | undefined;
}

/**
 * Returns the effects as texts, sorted by application, time, and number of users. Effects with `notListed` are omitted.
 */
export const effectTexts = ({ effects, at }: Pick<Plan, 'effects' | 'at'>): EffectText[] =>
  effects
    .filter(({ notListed }) => !notListed)
    .toSorted((a, b) => order(keyOf(a), keyOf(b)) || b.count - a.count || order(whoOf(a), whoOf(b)))
    .map((effect) => ({
      application: applicationOf(effect),
      from: effect.at === at ? undefined : effect.at,
      who: whoOf(effect),
      gains: namesOf(effect.gains, 'and so every permission'),
      loses: namesOf(effect.loses, 'and so no longer every permission'),
      keeps: effect.keeps.length > 0 ? some(effect.keeps) : undefined,
    }));

/** The heading of {@link notListedTexts}. */
export const tooMany = 'There are too many changes to list. These users and programs are affected as well:';

/** Returns the users and programs whose effects are not listed, one line for each application. */
export const notListedTexts = ({ effects }: Pick<Plan, 'effects'>): string[] =>
  effects
    .filter(({ notListed }) => notListed)
    .map((effect) => {
      const why = effect.notCompared ? ` (not compared: ${whyNotCompared[effect.notCompared]})` : '';
      return `${applicationOf(effect)}: ${whoOf(effect)}${why}`;
    });

const whyNotCompared: Readonly<Record<NonNullable<PlanEffect['notCompared']>, string>> = {
  holder_too_large: 'too many roles and permissions',
  plan_too_large: 'the plan is too large',
};

export const nothingChanges = 'Nobody gains or loses a role or permission, now or later.';

/** Returns a sentence about changes whose effects on users were not evaluated; undefined if there are none. */
export function notEvaluatedText({ notEvaluated }: Pick<Plan, 'notEvaluated'>): string | undefined {
  if (notEvaluated.length === 0) return undefined;
  const names = listFormat.format(notEvaluated.map((aspect) => notEvaluatedAspects[aspect]));
  return `Also changed, but not listed person by person: ${names}.`;
}

const listFormat = new Intl.ListFormat('en');

/** The same words as the console's `blocks/plan-effects/words.ts`. */
const notEvaluatedAspects: Readonly<Record<NotEvaluated, string>> = {
  owners: 'who owns an application',
  role_rules: 'who decides on requests or may take a role in an emergency',
  separations: 'separation rules',
  sign_in: 'how people and programs sign in',
};

/** All effects of a plan as lines of text. */
export function effectLines(plan: Pick<Plan, 'effects' | 'at' | 'notEvaluated'>): string[] {
  const text = [plan.effects.length > 0 ? 'Who gains and loses what:' : nothingChanges];
  for (const { application, from, who, gains, loses, keeps } of effectTexts(plan)) {
    text.push(`  ${application}${from ? `, from ${from}` : ''}: ${who}`);
    if (gains) text.push(`    + ${gains}`);
    if (loses) text.push(`    − ${loses}`);
    if (keeps) text.push(`    keep through another path: ${keeps}`);
  }
  const more = notListedTexts(plan);
  if (more.length > 0) text.push(tooMany, ...more.map((line) => `  ${line}`));
  const notEvaluated = notEvaluatedText(plan);
  if (notEvaluated) text.push(notEvaluated);
  return text;
}

const applicationOf = ({ application }: PlanEffect) => application?.id ?? 'an application that you may not see';
const keyOf = ({ application, at }: PlanEffect) => `${application?.id ?? '~'} ${at}`;
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function whoOf({ holders, count }: PlanEffect): string {
  const names = holders.slice(0, 5).map(({ kind, name }) => (kind === 'client' ? `${name} (program)` : name));
  const more = count - names.length;
  if (names.length === 0) return counted(count, 'person or program', 'people and programs');
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en')} more` : names.join(', ');
}

function namesOf({ roles, permissions }: PlanEffect['gains'], ofAdmin: string): string | undefined {
  const parts = [
    roles.length > 0 &&
      `${roles.length === 1 ? 'role' : 'roles'} ${some(roles)}${roles.includes(adminRole) ? `, ${ofAdmin}` : ''}`,
    permissions.length > 0 && some(permissions),
  ].filter((it) => it !== false);
  return parts.length > 0 ? parts.join('; ') : undefined;
}

const some = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ');
