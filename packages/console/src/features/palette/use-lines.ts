import { licetApplication } from '@licet/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { type FoundOption, personOption } from '../../blocks/find.ts';
import { shortDayText, tenseOf } from '../../blocks/tense.ts';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import type { ConsoleContext } from '../../shell/console-context.ts';
import { mayFind } from '../../shell/navigation.ts';
import { UsersRoundIcon } from '../../ui/icons.tsx';
import { useTheme } from '../../ui/theme.ts';
import { phraseOf, type Question } from './answer-option.tsx';
import { type CommandContext, findCommands, pageLines, startCommands } from './commands.ts';
import type { Grantable } from './grant-offer.tsx';
import type { Act, Line, Meant } from './line.ts';
import { isWordOf } from './match-words.ts';
import { pagesFor } from './pages.ts';
import { recentLines } from './recent.ts';
import { findLines, iconOf } from './search.ts';
import { readSentence, type Sentence } from './sentence.ts';
import { type Candidates, type FindEntries, findEntries, understand } from './understand.ts';
import { sentenceWords, words } from './words.ts';

/** What the palette shows for a text. At most one of `question` and `grant` is set. */
export interface PaletteContent {
  readonly question: Question | undefined;
  readonly grant: Grantable | undefined;
  readonly lines: readonly Line[];
  readonly state: 'idle' | 'loading' | 'found' | 'failed';
}

/** Shorter than the time between two keys, so that the answer to the last key does not wait. */
const pauseMs = 30;
const freshMs = 10_000;

/**
 * Finds everything for a text. Commands match immediately; the search and the sentence follow when the server answers.
 */
export function useLines(query: string, meant: Meant | undefined, context: ConsoleContext): PaletteContent {
  const trimmed = query.trim();
  const sentence = useMemo(() => readSentence(trimmed, new Date()), [trimmed]);
  const { found, candidates, state } = useFound(trimmed, sentence, mayFind(context.viewer));
  const commands = useCommandContext(context);
  const rights = useMay();
  const at = useAsOf();
  return useMemo(() => {
    if (trimmed === '') {
      const start = [...recentLines(), ...(at === undefined ? startCommands(commands) : [])];
      return { question: undefined, grant: undefined, lines: [...start, ...pageLines(commands)], state };
    }
    const { first, other } = findCommands(trimmed, commands);
    const understood =
      candidates &&
      contentOf(candidates, sentence, meant ?? {}, sentence.at?.toISOString() ?? at, rights, commands.applications);
    const follow = understood
      ? []
      : followUps(found.find(({ permission }) => permission)?.permission, at, rights, commands.applications);
    const lines = [...inOrder(trimmed, understood?.lines ?? [], first, found, other), ...follow];
    return {
      question: understood?.question,
      grant: understood?.grant,
      lines: inGroups(lines.map(named(commands.applications))),
      state,
    };
  }, [trimmed, sentence, found, candidates, state, commands, meant, at, rights]);
}

/** Users whose name contains the only typed word come before pages that are not certainly meant. */
export function inOrder(
  query: string,
  understood: readonly Line[],
  commands: readonly Line[],
  found: readonly Line[],
  other: readonly Line[],
): readonly Line[] {
  const isNamed = ({ person, label }: Line) => person === true && isWordOf(query, label);
  const sure = commands.filter((line) => line.sure);
  const rest = commands.filter((line) => !line.sure);
  const named = found.filter(isNamed);
  return [...understood, ...sure, ...named, ...rest, ...found.filter((line) => !isNamed(line)), ...other];
}

/** Returns a function that shows the name of an application at the end of a line instead of its identifier. */
const named =
  (applications: CommandContext['applications']) =>
  (line: Line): Line => ({ ...line, end: applications.find(({ id }) => id === line.end)?.name ?? line.end });

/** Orders lines by group, in the order in which the groups appear first. */
const inGroups = (lines: readonly Line[]): readonly Line[] =>
  [...Map.groupBy(lines, ({ group }) => group).values()].flat();

/** The last results, and the text that they are for. */
interface Answer {
  readonly query: string;
  readonly found: readonly Line[];
  readonly candidates: Candidates | undefined;
  readonly state: 'found' | 'failed';
}

const nothing: Answer = { query: '', found: [], candidates: undefined, state: 'found' };

/** Searches on the server. Keeps earlier results until the next ones arrive, but no earlier meaning of a sentence. */
function useFound(
  query: string,
  sentence: Sentence,
  may: boolean,
): Omit<Answer, 'query' | 'state'> & Pick<PaletteContent, 'state'> {
  const [last, setLast] = useState<Answer>(nothing);
  const queryClient = useQueryClient();
  const self = useMe()?.user;
  useEffect(() => {
    if (query === '' || !may) return;
    const controller = new AbortController();
    // If this sentence and the previous one need the same search, they share one request.
    const find: FindEntries = async (kinds, q) => {
      controller.signal.throwIfAborted();
      return queryClient.fetchQuery({
        queryKey: ['palette', kinds.join(' '), q],
        queryFn: ({ signal }) => findEntries(kinds, q, signal),
        staleTime: freshMs,
      });
    };
    const timer = setTimeout(() => {
      // A sentence that cannot be understood must not hide what the search finds.
      const understood = understand(sentence, find, self && personOption(self)).catch(() => undefined);
      Promise.all([findLines(query, controller.signal), understood]).then(
        ([found, candidates]) => {
          if (!controller.signal.aborted) setLast({ query, found, candidates, state: 'found' });
        },
        () => {
          if (!controller.signal.aborted) setLast({ query, found: [], candidates: undefined, state: 'failed' });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
      void queryClient.cancelQueries({ queryKey: ['palette'] });
    };
  }, [query, sentence, queryClient, self, may]);

  if (query === '') return { ...nothing, state: 'idle' };
  if (!may) return { ...nothing, state: 'found' };
  return last.query === query ? last : { found: last.found, candidates: undefined, state: 'loading' };
}

function useCommandContext({ viewer, signOut }: ConsoleContext): CommandContext {
  const { may, mayIn, isAdmin, ownsAny } = useMay();
  const { data } = useQuery({ ...applicationsQuery, enabled: mayFind(viewer) });
  const at = useAsOf();
  const [, chooseTheme] = useTheme();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      entries: pagesFor(viewer),
      may,
      mayIn,
      isAdmin,
      ownsAny,
      applications: data?.items ?? [],
      at,
      // A cursor belongs to the instant at which the list was read, so a change of the instant returns to the first
      // page.
      view: (next) => void navigate({ to: '.', search: (before) => ({ ...before, at: next, cursor: undefined }) }),
      chooseTheme,
      signOut,
      now: new Date(),
    }),
    [viewer, may, mayIn, isAdmin, ownsAny, data, at, navigate, chooseTheme, signOut],
  );
}

type Given = FoundOption & { readonly application: string };

const isGiven = (option: FoundOption): option is Given => option.application !== null;

const otherMeanings = 3;

/** The question or the grant that a sentence means, and its other meanings. */
function contentOf(
  { holders, gives: given, tied }: Candidates,
  sentence: Sentence,
  meant: Meant,
  at: string | undefined,
  { may, mayIn, isAdmin, owns }: ReturnType<typeof useMay>,
  applications: CommandContext['applications'],
): Pick<PaletteContent, 'question' | 'grant' | 'lines'> | undefined {
  const all = given.filter(isGiven);
  const mayGrant = ({ application }: Given) =>
    at === undefined && (application === licetApplication ? isAdmin : mayIn('grants.manage', application));
  const mayAsk = ({ application }: Given) => may('access.read') || owns(application);
  const nameOf = (id: string) => applications.find((one) => one.id === id)?.name ?? id;
  const who = (permission: Given) => whoLine(permission, nameOf(permission.application), at);
  const verb = meant.verb ?? sentence.verb;
  if (verb === 'who') return { question: undefined, grant: undefined, lines: all.filter(mayAsk).map(who) };
  const holder = meant.holder ?? holders[0];
  if (!holder) return undefined;
  const chosen = meant.gives && isGiven(meant.gives) ? meant.gives : undefined;
  const others = (of: readonly FoundOption[], but: FoundOption) =>
    of.filter(({ kind, id }) => kind !== but.kind || id !== but.id).slice(0, otherMeanings);
  const meaning = (part: 'holder' | 'gives') => (option: FoundOption) => meaningLine(part, option);
  const unsure = { holders: !meant.holder && tied.holders, gives: !chosen && tied.gives };
  const otherHolders = unsure.holders ? holders.slice(0, otherMeanings + 1) : others(holders, holder);
  const holderLines = otherHolders.map(meaning('holder'));
  if (verb === 'grant') {
    const gives = chosen ?? all[0];
    // A role of another application is only suggested, never used in place of the named one.
    if (!gives || !mayGrant(gives))
      return {
        question: undefined,
        grant: undefined,
        lines: all.filter(mayGrant).slice(0, otherMeanings).map(meaning('gives')),
      };
    return {
      question: undefined,
      grant: { holder, gives, ends: meant.ends ? meant.ends.at : sentence.ends, reason: sentence.reason, unsure },
      lines: [...others(all.filter(mayGrant), gives).map(meaning('gives')), ...holderLines],
    };
  }
  // Several holders fit, so an answer or an offer would be about only the first of them.
  if (unsure.holders) return { question: undefined, grant: undefined, lines: holderLines };
  const permission = chosen ?? all.find((option) => option.kind === 'permission' && mayAsk(option));
  const grants = all.filter(mayGrant).slice(0, otherMeanings);
  const grantAct = (gives: Given): Act => ({ kind: 'mean', meant: { verb: 'grant', holder, gives } });
  const grantLines = grants.map((gives) => ({
    id: `grant ${gives.kind} ${gives.id}`,
    group: words.actions,
    label: sentenceWords.grantIt(gives.label, holder.label),
    detail: holder.kind === 'user' ? holder.detail : undefined,
    end: nameOf(gives.application),
    icon: iconOf(gives.kind),
    act: grantAct(gives),
  }));
  if (!permission || holder.kind !== 'user' || !mayAsk(permission))
    return grantLines.length > 0 ? { question: undefined, grant: undefined, lines: grantLines } : undefined;
  return {
    question: {
      user: holder,
      permission,
      at,
      href: explainHref({ ask: 'may', user: holder.id }, permission, at),
      grant: mayGrant(permission) ? grantAct(permission) : undefined,
    },
    grant: undefined,
    lines: [
      ...grantLines,
      who(permission),
      ...others(all.filter(({ kind }) => kind === 'permission').filter(mayAsk), permission).map(meaning('gives')),
      ...holderLines,
    ],
  };
}

const explainHref = (ask: Record<string, string>, { label, application }: Given, at: string | undefined) =>
  `/explain?${new URLSearchParams({ ...ask, application, permission: label, ...(at !== undefined && { at }) })}`;

const whoLine = (permission: Given, name: string, at: string | undefined): Line => ({
  id: `who ${permission.id}`,
  group: words.questions,
  label:
    tenseOf(at) === 'past' && at !== undefined
      ? sentenceWords.whoThen(whatOf(permission), name, shortDayText(at))
      : sentenceWords.who(whatOf(permission), name),
  icon: UsersRoundIcon,
  act: { kind: 'open', href: explainHref({ ask: 'who' }, permission, at) },
});

const whatOf = ({ application, label, detail }: Given): string =>
  phraseOf(application, { name: label, title: detail ?? '' });

/** What can be asked and done about the first permission that the search found. */
function followUps(
  permission: Given | undefined,
  at: string | undefined,
  { may, mayIn, isAdmin, owns }: ReturnType<typeof useMay>,
  applications: CommandContext['applications'],
): readonly Line[] {
  if (!permission) return [];
  const { id, application, label, detail } = permission;
  const name = applications.find((one) => one.id === application)?.name ?? application;
  const mayAsk = may('access.read') || owns(application);
  const mayGrant =
    at === undefined && (application === licetApplication ? isAdmin : mayIn('grants.manage', application));
  const search = new URLSearchParams({ tab: 'grants', add: '1', permission: id });
  return [
    ...(mayAsk ? [{ ...whoLine(permission, name, at), group: words.actions }] : []),
    ...(mayGrant
      ? [
          {
            id: `grant permission ${id}`,
            group: words.actions,
            label: sentenceWords.grantTo(label),
            detail,
            end: name,
            icon: iconOf('permission'),
            act: { kind: 'open' as const, href: `/applications/${encodeURIComponent(application)}?${search}` },
          },
        ]
      : []),
  ];
}

const meaningLine = (part: 'holder' | 'gives', option: FoundOption): Line => ({
  id: `mean ${option.kind} ${option.id}`,
  group: words.didYouMean,
  label: option.label,
  detail: option.detail,
  person: option.kind === 'user',
  mono: option.mono,
  icon: iconOf(option.kind),
  act: { kind: 'mean', meant: { [part]: option } },
  ...(option.application !== null && { end: option.application }),
});
