import { type Found, foldForSearch } from '@licet/contract';
import { type FoundOption, optionOf } from '../../blocks/find.ts';
import { client } from '../../session/client.ts';
import { isAddress } from '../../ui/is-address.ts';
import type { Sentence } from './sentence.ts';

/** The holders, and the roles or permissions, that a sentence can mean, the best first. */
export interface Candidates {
  readonly holders: readonly FoundOption[];
  readonly gives: readonly FoundOption[];
  /** Whether several holders fit, or whether the first two of `gives` fit equally well. */
  readonly tied: { readonly holders: boolean; readonly gives: boolean };
}

/** Finds entries of some kinds by a text. */
export type FindEntries = (kinds: readonly Found['kind'][], q: string) => Promise<readonly FoundOption[]>;

/** A text with more words is a search, not a sentence. */
const mostWords = 6;
const mostWithoutVerb = 4;

/**
 * Finds the holder and the role or permission that a sentence means. Its words may be in any order, so this tries each
 * way to split them in two. Returns undefined if no split finds both.
 *
 * Users choose their own names, so a name alone is not proof. The holder is ambiguous if the words also identify
 * another one: by another split, or by an e-mail address, a username, a whole name or two words of a name.
 */
export async function understand(
  { verb, names, place }: Sentence,
  find: FindEntries,
  viewer: FoundOption | undefined,
): Promise<Candidates | undefined> {
  const given: readonly Found['kind'][] = verb === 'may' || verb === 'who' ? ['permission'] : ['role', 'permission'];
  if (names.length === 0 || names.length > (verb === undefined ? mostWithoutVerb : mostWords)) return undefined;
  if (verb === 'who') {
    const gives = await givenBy(names, place, given, find);
    return gives.options.length > 0 ? candidates(none, gives) : undefined;
  }
  const self = names.findIndex((word) => selves.has(word.toLowerCase()));
  if (self >= 0 && viewer && names.length > 1) {
    const gives = await givenBy(names.toSpliced(self, 1), place, given, find);
    return gives.options.length > 0 ? candidates({ ...none, options: [viewer] }, gives) : undefined;
  }
  const mayBeMeant = ({ kind }: FoundOption) => kind === 'user' || (kind === 'group' && verb !== 'may');
  const splits = Array.from({ length: names.length - 1 }, (_, at) => [names.slice(0, at + 1), names.slice(at + 1)]);
  const ways = await Promise.all(
    splits.flatMap(([one = [], other = []]) =>
      [
        { holder: one, gives: other },
        { holder: other, gives: one },
      ].map(async (split) => {
        const found = await find(anybody, split.holder.join(' '));
        const holders = rank(found.filter(mayBeMeant), split.holder);
        const gives = holders.options.length > 0 ? await givenBy(split.gives, place, given, find) : none;
        return { words: split.holder, holders, gives, fit: Math.min(holders.fit, gives.fit) };
      }),
    ),
  );
  const fitting = ways.filter(({ fit }) => fit >= leastFit).sort((one, other) => other.fit - one.fit);
  const [best] = fitting;
  if (!best) return undefined;
  const meant = distinct([...fitting.flatMap(({ holders }) => holders.options), ...(await namedBy(best.words, find))]);
  return {
    holders: meant.filter(mayBeMeant),
    gives: best.gives.options,
    tied: { holders: meant.length > 1 || isUnknownAddress(best.words, meant), gives: best.gives.tied },
  };
}

/**
 * Whether the words contain an address that no account has. It identifies nobody, even if a user, group or program has
 * it as its name.
 */
const isUnknownAddress = (words: readonly string[], meant: readonly FoundOption[]): boolean =>
  words.some(isAddress) && !meant.some(({ kind, exact }) => exact && kind === 'user');

/** Search users, groups and programs for every verb, because a user can have the name of a group or a program. */
const anybody = ['user', 'group', 'client'] as const satisfies readonly Found['kind'][];

/**
 * Finds all holders that the words name. Searches for each word, which can be an address or a username, and for each
 * pair of adjacent words, which can be part of a name: 2n - 1 searches for n words.
 */
async function namedBy(words: readonly string[], find: FindEntries): Promise<readonly FoundOption[]> {
  const runs = words.flatMap((word, at) => [[word], ...(at > 0 ? [[words[at - 1] ?? '', word]] : [])]);
  const found = await Promise.all(
    runs.map(async (run) => (await find(anybody, run.join(' '))).filter((option) => isNamed(option, run))),
  );
  return found.flat();
}

/** Whether words name an option: by its address or username, its whole name, or two words of its name. */
function isNamed({ label, exact }: FoundOption, words: readonly string[]): boolean {
  const typed = words.flatMap(wordsIn);
  const isWhole = wordsIn(label).join(' ') === typed.join(' ');
  return exact === true || isWhole || (typed.length > 1 && fitOf({ label }, typed) >= leastFit);
}

/**
 * Removes repetitions. Puts options that were found by their identifier first, so that many equal names do not hide
 * them.
 */
function distinct(options: readonly FoundOption[]): readonly FoundOption[] {
  const sorted = options.toSorted((one, other) => Number(other.exact === true) - Number(one.exact === true));
  return [...Map.groupBy(sorted, ({ kind, id }) => `${kind} ${id}`).values()].flatMap(([option]) => option ?? []);
}

const candidates = (holders: Ranked, gives: Ranked): Candidates => ({
  holders: holders.options,
  gives: gives.options,
  tied: { holders: holders.tied, gives: gives.tied },
});

const selves: ReadonlySet<string> = new Set(['i', 'me', 'myself', 'ich', 'mir', 'mich']);

/** Finds roles and permissions. If no application is named after “in”, the first or the last word can name it. */
async function givenBy(
  names: readonly string[],
  place: string,
  kinds: readonly Found['kind'][],
  find: FindEntries,
): Promise<Ranked> {
  const found = rank(await find(kinds, names.join(' ')), names);
  if (place !== '') return within(found, names, place, find);
  if (found.fit >= leastFit || names.length < 2) return found;
  for (const [rest, named] of [
    [names.slice(0, -1), names.at(-1)],
    [names.slice(1), names[0]],
  ] as const) {
    const inPlace = await within(rank(await find(kinds, rest.join(' ')), rest), rest, named ?? '', find);
    if (inPlace.fit >= leastFit) return inPlace;
  }
  return found;
}

async function within(found: Ranked, words: readonly string[], place: string, find: FindEntries): Promise<Ranked> {
  const applications = new Set((await find(['application'], place)).map(({ id }) => id));
  const options = found.options.filter(({ application }) => application !== null && applications.has(application));
  return rank(options, words);
}

interface Ranked {
  readonly options: readonly FoundOption[];
  /** How well the best option fits, from 0 to 1. */
  readonly fit: number;
  /** Whether the second option fits as well as the first. */
  readonly tied: boolean;
}

const none: Ranked = { options: [], fit: 0, tied: false };

/** The least fit of an option: each word is at least the beginning of a word of the option's name or title. */
const leastFit = 0.45;

function rank(options: readonly FoundOption[], words: readonly string[]): Ranked {
  const typed = words.flatMap(wordsIn);
  const fits = options
    .map((option) => ({ option, fit: fitOf(option, typed) }))
    .filter(({ fit }) => fit >= leastFit)
    .sort((one, other) => other.fit - one.fit);
  return {
    options: fits.map(({ option }) => option),
    fit: fits[0]?.fit ?? 0,
    tied: fits[1]?.fit === fits[0]?.fit && fits.length > 1,
  };
}

function fitOf(
  { label, detail = '', exact }: Pick<FoundOption, 'label' | 'detail' | 'exact'>,
  words: readonly string[],
): number {
  if (exact) return 1;
  const own = wordsIn(label);
  const other = wordsIn(detail);
  const fits = words.map((word): number => {
    if (own.includes(word)) return 1;
    if (own.some((one) => one.startsWith(word))) return 0.8;
    if (other.includes(word)) return 0.7;
    return other.some((one) => one.startsWith(word)) ? 0.5 : 0;
  });
  // A name of fewer words fits better: “refund” means invoices.refund rather than invoices.refund.large.
  return Math.min(...fits) === 0 ? 0 : fits.reduce((sum, fit) => sum + fit, 0) / fits.length - own.length / 1000;
}

const wordsIn = (text: string): readonly string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Searches on the server. */
export const findEntries = async (
  kinds: readonly Found['kind'][],
  q: string,
  signal: AbortSignal,
): Promise<readonly FoundOption[]> => {
  const { items } = await client.search.find({ query: { q, kinds: kinds.join(','), limit: 10 }, signal });
  return items.map(optionOf);
};
