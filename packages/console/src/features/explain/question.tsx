import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { say } from '../../blocks/say.tsx';
import { hourText, shortDayText, tenseOf } from '../../blocks/tense.ts';
import type { ExplainAddress } from './address.ts';
import { userQuery } from './queries.ts';
import { words } from './words.ts';
import './explain.css';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { WhenChoice } from '../../blocks/when-choice.tsx';
import { ChevronsUpDownIcon, CircleHelpIcon } from '../../ui/icons.tsx';
import '../../ui/menu.css';
import { type Application, searchFilter } from '@licet/contract';
import { optionOf, personOption } from '../../blocks/find.ts';
import { PickPopover, type PickPopoverProps } from '../../blocks/pick-popover.tsx';
import { permissionTitle } from '../../blocks/roles.ts';
import { client } from '../../session/client.ts';
import { classNames } from '../../ui/class-names.ts';
import { type LoadOptions, type Option, OptionPicture } from '../../ui/option-list.tsx';

const SHOWN = 50;

/**
 * Finds users by name, username or e-mail address, and programs by name. Lists the first users if nothing is typed and
 * the viewer may list users.
 */
const findSubjects: LoadOptions = async (q, signal) => {
  if (q.trim() === '') {
    const page = await client.users.list({ query: { sort: 'name', limit: SHOWN }, signal }).catch(() => undefined);
    return (page?.items ?? []).map(personOption);
  }
  const { items } = await client.search.find({ query: { q, kinds: 'user,client', limit: SHOWN }, signal });
  const some = items.map(optionOf);
  // A program's detail is its application.
  return some.map((found) =>
    found.kind === 'client' ? { ...found, detail: words.programOf(found.application ?? '') } : found,
  );
};

/**
 * Finds permissions of an application by name or title. Also offers the typed text, which need not be in the catalogue.
 */
const permissionsOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.permissions.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    const found: Option[] = items.map((it) => ({
      id: it.name,
      label: it.name,
      detail: permissionTitle(application, it),
      mono: true,
    }));
    const typed = q.trim();
    if (typed === '' || items.some(({ name }) => name === typed)) return found;
    return [...found, { id: typed, label: typed, detail: words.askAnyway, mono: true, icon: CircleHelpIcon }];
  };

/** Finds applications by name or identifier. */
const applicationsAmong =
  (applications: readonly Application[]): LoadOptions =>
  async (q) => {
    const fits = searchFilter(q);
    return applications
      .filter(({ id, name }) => fits(name, id))
      .map(({ id, name }) => ({ id, label: name, detail: id, lead: 'application' as const }));
  };

export interface QuestionProps {
  address: ExplainAddress;
  change: (changes: Partial<ExplainAddress>) => void;
  /** The user's name from the answer, because the address does not contain the name. */
  person?: string | undefined;
  choosingTime: boolean;
  onChoosingTime: (choosing: boolean) => void;
}

/** The question as a sentence whose gaps are fields. */
export function Question({ address, change, person, choosingTime, onChoosingTime }: QuestionProps): ReactNode {
  const tense = tenseOf(address.at);
  const { ask = 'may' } = address;
  return (
    <div className="question">
      {say(words.question[ask][tense], {
        app: <ApplicationGap address={address} change={change} />,
        person: <PersonGap user={address.user} person={person} onPick={(user) => change({ user })} />,
        permission: <PermissionGap address={address} change={change} />,
        when: (
          <WhenGap
            at={tense === 'now' ? undefined : address.at}
            onChange={(at) => change({ at })}
            open={choosingTime}
            onOpenChange={onChoosingTime}
          />
        ),
      })}
    </div>
  );
}

function PersonGap({
  user,
  person,
  onPick,
}: {
  user: string | undefined;
  person: string | undefined;
  onPick: (user: string) => void;
}): ReactNode {
  const [picked, setPicked] = useState<{ id: string; label: string }>();
  const known = person ?? (picked?.id === user ? picked?.label : undefined);
  const asked = useQuery({
    ...userQuery(user ?? ''),
    enabled: known === undefined && user !== undefined && isId(user),
  });
  const name = known ?? asked.data?.name ?? user;
  return (
    <Gap
      name={words.person}
      find={words.findPerson}
      placeholder={words.somebody}
      chosen={name === undefined ? undefined : { label: name, lead: 'person' as const }}
      load={findSubjects}
      onPick={(option) => {
        setPicked(option);
        onPick(option.id);
      }}
      none={words.nobodyFound}
      untyped={words.typeAName}
    />
  );
}

function PermissionGap({ address, change }: Pick<QuestionProps, 'address' | 'change'>): ReactNode {
  const { application, permission } = address;
  const load = useMemo(
    () => (application === undefined ? () => Promise.resolve([]) : permissionsOf(application)),
    [application],
  );
  return (
    <Gap
      name={words.permission}
      find={words.findPermission}
      placeholder={words.something}
      chosen={permission === undefined ? undefined : { label: permission, mono: true }}
      load={load}
      onPick={({ id }) => change({ permission: id })}
      none={application === undefined ? words.chooseApplicationFirst : words.noPermission}
      untyped={application === undefined ? words.chooseApplicationFirst : words.noPermissions}
    />
  );
}

function ApplicationGap({ address, change }: Pick<QuestionProps, 'address' | 'change'>): ReactNode {
  const { application } = address;
  const { data } = useQuery(applicationsQuery);
  const load = useMemo(() => applicationsAmong(data?.items ?? []), [data]);
  const name = data?.items.find(({ id }) => id === application)?.name ?? application;
  return (
    <Gap
      name={words.application}
      find={words.findApplication}
      placeholder={words.anApplication}
      chosen={name === undefined ? undefined : { label: name, lead: 'application' as const }}
      load={load}
      onPick={({ id }) => change({ application: id })}
      none={words.noApplication}
    />
  );
}

const isId = (user: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(user);

interface WhenGapProps {
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The gap for the time: now, or any day and hour. */
function WhenGap({ at, onChange, open, onOpenChange }: WhenGapProps): ReactNode {
  const tense = tenseOf(at);
  const text = tense === 'now' || at === undefined ? words.now : `${shortDayText(at)}, ${hourText(at).split(',')[0]}`;
  const choose = (next: string | undefined) => {
    onOpenChange(false);
    onChange(next);
  };
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
      <Pressable>
        <button type="button" className="question-gap" aria-label={`${words.when}: ${text}`}>
          <span className="question-gap-text">{text}</span>
          <ChevronsUpDownIcon small />
        </button>
      </Pressable>
      <Popover className="menu when-popover" placement="bottom start" offset={4} aria-label={words.when}>
        <WhenChoice at={at} choose={choose} />
      </Popover>
    </DialogTrigger>
  );
}

interface GapProps extends Omit<PickPopoverProps<Option>, 'trigger' | 'label'> {
  /** The kind of value that the gap takes, such as "Person". */
  name: string;
  /** The label of the search: "Find a person". */
  find: string;
  /** The text while nothing is chosen. */
  placeholder: string;
  chosen: Pick<Option, 'label' | 'lead' | 'mono'> | undefined;
}

/** A gap of the question: a button that opens a search. */
function Gap({ name, find, placeholder, chosen, ...pick }: GapProps): ReactNode {
  const trigger = (
    <button
      type="button"
      className={classNames('question-gap', chosen === undefined && 'open')}
      aria-label={`${name}: ${chosen?.label ?? placeholder}`}
    >
      {chosen?.lead && <OptionPicture option={chosen} />}
      <span className={classNames('question-gap-text', chosen?.mono && 'mono')}>{chosen?.label ?? placeholder}</span>
      <ChevronsUpDownIcon small />
    </button>
  );
  return <PickPopover {...pick} label={find} trigger={trigger} />;
}
