import { daysLater, type LicetPermission, licetApplication, limits } from '@licet/contract';
import { words as shellWords } from '../../shell/words.ts';
import { formatDate } from '../../ui/format.ts';
import type { IconType } from '../../ui/icon.tsx';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import {
  AppWindowIcon,
  CircleHelpIcon,
  HistoryIcon,
  LogOutIcon,
  MailIcon,
  MonitorIcon,
  MoonIcon,
  PlusIcon,
  SettingsIcon,
  ShieldCheckIcon,
  SunIcon,
  UserRoundIcon,
  UsersRoundIcon,
} from '../../ui/icons.tsx';
import { languages, speak } from '../../ui/language.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Act, Line } from './line.ts';
import { certain, isSingleWord, matchWords, type Named } from './match-words.ts';
import type { PalettePage } from './pages.ts';
import { dayIn } from './past.ts';
import { applicationWords, commandWords, dayWords, exampleWords, pageAlso, words } from './words.ts';

/** The facts about the viewer and the page on which the commands depend. */
export interface CommandContext {
  readonly entries: readonly PalettePage[];
  readonly may: (permission: LicetPermission) => boolean;
  readonly mayIn: (permission: LicetPermission, application: string) => boolean;
  readonly isAdmin: boolean;
  readonly ownsAny: boolean;
  /** The applications that the viewer may see. */
  readonly applications: readonly { readonly id: string; readonly name: string }[];
  /** The shown instant; undefined for now. */
  readonly at: string | undefined;
  readonly view: (at: string | undefined) => void;
  readonly chooseTheme: (theme: Theme) => void;
  readonly signOut: () => void;
  readonly now: Date;
}

interface Command extends Named {
  readonly id: string;
  /** The text of the line, if it is not the title. */
  readonly label?: string | undefined;
  readonly group: string;
  readonly icon: IconType;
  readonly act: Act;
}

/** The pages and actions that match a query, the best first. `first` contains certain matches. */
export function findCommands(query: string, context: CommandContext): { first: Line[]; other: Line[] } {
  const scored = [...asOfIn(query, context), ...commandsFor(context)]
    .flatMap((command) => {
      const score = command.id === 'as of' ? 0 : matchWords(query, command);
      return score === undefined ? [] : [{ command, score }];
    })
    .sort((one, other) => one.score - other.score)
    .slice(0, shownCommands);
  const isOneWord = isSingleWord(query);
  const first = scored
    .filter(({ score }) => score < certain)
    .map(({ command, score }) => ({
      ...lineOf(command),
      // A user whose name contains the only typed word comes before a page with a longer title.
      sure: !isOneWord || command.act.kind === 'run' || score <= wholeTitle,
    }));
  const other = scored.filter(({ score }) => score >= certain).map(({ command }) => lineOf(command));
  return { first, other };
}

/** The score of a title that is the only typed word. */
const wholeTitle = 0.001;

const shownCommands = 8;

const lineOf = ({ id, group, title, label = title, icon, act }: Command): Line => ({ id, group, label, icon, act });

/** All pages that the viewer is offered. */
export const pageLines = ({ entries }: CommandContext): Line[] => pagesIn(entries).map(lineOf);

const pagesIn = (entries: CommandContext['entries']): Command[] =>
  entries.map((entry) => ({
    id: `page ${entry.to}`,
    group: words.pages,
    title: shellWords.screenTitles[entry.screen],
    also: pageAlso[entry.screen],
    icon: entry.icon,
    act: open(entry.to),
  }));

/** The actions that the palette offers before anything is typed, with examples of what to type. */
export function startCommands(context: CommandContext): Line[] {
  const { may, ownsAny } = context;
  const example = (id: keyof typeof exampleWords, icon: IconType): Line => {
    const [label, end, query] = exampleWords[id];
    return { id, group: words.actions, label, end, icon, act: { kind: 'type', query } };
  };
  return [
    ...(may('grants.manage') || ownsAny ? [example('grant', KeyRoundIcon)] : []),
    ...(may('access.read') || ownsAny ? [example('check', CircleHelpIcon), example('who', UsersRoundIcon)] : []),
    ...actionsFor(context)
      .filter(({ id }) => id === 'newUser' || id === 'ask')
      .map(lineOf),
    ...(may('access.read') || ownsAny ? [example('day', HistoryIcon)] : []),
  ];
}

function commandsFor(context: CommandContext): Command[] {
  const { entries, applications } = context;
  return [
    ...pagesIn(entries),
    ...placesFor(context),
    ...actionsFor(context),
    ...applications.flatMap((application) => commandsOf(application, context)),
  ];
}

const open = (href: string): Act => ({ kind: 'open', href });
const run = (action: () => void): Act => ({ kind: 'run', run: action });

type CommandName = keyof typeof commandWords;

function command(id: CommandName, group: string, icon: IconType, act: Act): Command {
  const [title, also] = commandWords[id];
  return { id, group, title, also, icon, act };
}

/** Tabs and filtered lists. */
function placesFor({ may }: CommandContext): Command[] {
  const place = (id: CommandName, icon: IconType, href: string) => command(id, words.pages, icon, open(href));
  const settings = may('settings.manage')
    ? [
        place('organisation', SettingsIcon, '/settings/organisation'),
        place('appearance', SettingsIcon, '/settings/appearance'),
        place('policy', SettingsIcon, '/settings/policy'),
        place('connections', SettingsIcon, '/settings/connections'),
        place('mail', SettingsIcon, '/settings/mail'),
        place('outbox', SettingsIcon, '/settings/outbox'),
      ]
    : [];
  const rules =
    may('access.read') || may('separations.manage') ? [place('rules', ShieldCheckIcon, '/separations?tab=rules')] : [];
  const users = may('users.read')
    ? [
        place('invited', UserRoundIcon, '/users?status=invited'),
        place('suspended', UserRoundIcon, '/users?status=suspended'),
        place('noFactor', UserRoundIcon, '/users?missing=second_factor'),
        place('neverSignedIn', UserRoundIcon, '/users?missing=sign_in'),
      ]
    : [];
  const log = may('audit.read')
    ? [
        place('signIns', HistoryIcon, '/audit?tab=sign-ins'),
        place('failedSignIns', HistoryIcon, '/audit?tab=sign-ins&outcome=wrong_password'),
      ]
    : [];
  return [
    ...settings,
    ...rules,
    ...users,
    ...log,
    place('profile', UserRoundIcon, '/me?tab=profile'),
    place('credentials', KeyRoundIcon, '/me?tab=credentials'),
    place('access', UserRoundIcon, '/me?tab=access'),
    place('sessions', UserRoundIcon, '/me?tab=sessions'),
    place('activity', UserRoundIcon, '/me?tab=activity'),
    place('ownRequests', UserRoundIcon, '/inbox?view=mine'),
  ];
}

function actionsFor({ may, ownsAny, at, view, chooseTheme, signOut, now }: CommandContext): Command[] {
  const action = (id: CommandName, icon: IconType, act: Act) => command(id, words.actions, icon, act);
  const changes =
    at === undefined
      ? [
          ...(may('users.manage')
            ? [
                action('newUser', PlusIcon, open('/users?add=1')),
                { ...action('invite', MailIcon, open('/users/invite')), label: shellWords.screenTitles.invite },
              ]
            : []),
          ...(may('groups.manage') ? [action('newGroup', PlusIcon, open('/groups?add=1'))] : []),
          ...(may('applications.manage') ? [action('newApplication', PlusIcon, open('/applications?add=1'))] : []),
          ...(may('reviews.manage') || ownsAny ? [action('newReview', PlusIcon, open('/reviews?add=1'))] : []),
          action('ask', KeyRoundIcon, open('/inbox?view=catalogue')),
        ]
      : [
          action(
            'now',
            HistoryIcon,
            run(() => view(undefined)),
          ),
        ];
  const days = Object.entries(dayWords.named).map(([name, day]) => ({
    id: `day ${name}`,
    group: words.actions,
    title: dayWords.title(day),
    also: dayWords.also,
    icon: HistoryIcon,
    act: run(() => view(daysLater(now, -daysAgo[name as keyof typeof daysAgo]).toISOString())),
  }));
  const tongues = Object.entries(languages).map(([tag, name]) => ({
    id: `language ${tag}`,
    group: words.actions,
    title: dayWords.language(name),
    also: dayWords.languageAlso,
    icon: SettingsIcon,
    act: run(() => speak(tag as keyof typeof languages)),
  }));
  return [
    ...changes,
    action(
      'light',
      SunIcon,
      run(() => chooseTheme('light')),
    ),
    action(
      'dark',
      MoonIcon,
      run(() => chooseTheme('dark')),
    ),
    action(
      'system',
      MonitorIcon,
      run(() => chooseTheme('system')),
    ),
    ...tongues,
    ...days,
    action('signOut', LogOutIcon, run(signOut)),
  ];
}

const daysAgo = { yesterday: 1, week: 7, month: 30, quarter: 91, year: 365 } as const;

/** “as of 3 march” and “as of 2026-03-03”: the end of that day. */
function asOfIn(query: string, { view, now }: CommandContext): Command[] {
  const [, text = ''] = /^(?:as of|on|stand|am)\s+(.*\d.*)$/iu.exec(query.trim()) ?? [];
  const day = text === '' ? undefined : dayIn(text, now);
  if (!day) return [];
  const title = dayWords.title(formatDate(day, { dateStyle: 'long' }));
  return [{ id: 'as of', group: words.actions, title, icon: HistoryIcon, act: run(() => view(day.toISOString())) }];
}

function commandsOf({ id, name }: { id: string; name: string }, context: CommandContext): Command[] {
  const { mayIn, isAdmin, at } = context;
  const root = `/applications/${encodeURIComponent(id)}`;
  const entry = (what: keyof typeof applicationWords, group: string, icon: IconType, query: string): Command => {
    const [title, also] = applicationWords[what];
    return {
      id: `${what} ${id}`,
      group,
      title,
      also,
      place: `${name} ${id}`,
      label: words.ofApplication(title, name),
      icon,
      act: open(`${root}?${query}`),
    };
  };
  const place = (what: keyof typeof applicationWords, query: string) => entry(what, words.pages, AppWindowIcon, query);
  const action = (what: keyof typeof applicationWords, query: string) => entry(what, words.actions, PlusIcon, query);
  const changes = at === undefined && mayIn('applications.manage', id);
  const grants = at === undefined && (id === licetApplication ? isAdmin : mayIn('grants.manage', id));
  return [
    place('roles', 'tab=roles'),
    place('permissions', 'tab=permissions'),
    place('matrix', 'tab=matrix'),
    place('grants', 'tab=grants'),
    place('details', 'tab=details'),
    place('clients', 'tab=clients'),
    place('signIn', 'tab=sign-in'),
    place('integration', 'tab=integration'),
    place('usage', 'tab=usage'),
    place('unused', `tab=usage&unused=${limits.usageWindow.value}`),
    ...(grants ? [action('grant', 'tab=grants&add=1')] : []),
    ...(changes
      ? [
          action('newRole', 'tab=roles&add=1'),
          action('newPermission', 'tab=permissions&add=1'),
          action('newClient', 'tab=clients&add=1'),
        ]
      : []),
  ];
}
