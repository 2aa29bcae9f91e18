import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { say } from '../../blocks/say.tsx';
import { hourText, shortDayText, tenseOf } from '../../blocks/tense.ts';
import { SkeletonWords } from '../../ui/until.tsx';
import type { ExplainAddress } from './address.ts';
import { userQuery } from './queries.ts';
import { words } from './words.ts';
import './explain.css';
import { Pressable } from 'react-aria-components';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { WhenChoice } from '../../blocks/when-choice.tsx';
import { ChevronsUpDownIcon } from '../../ui/icons.tsx';
import '../../ui/menu.css';
import { optionOf, personOption } from '../../blocks/find.ts';
import { ApplicationGap, Gap, PermissionGap } from '../../blocks/question/gaps.tsx';
import { client } from '../../session/client.ts';
import type { LoadOptions } from '../../ui/option-list.tsx';

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

export interface QuestionProps {
  address: ExplainAddress;
  change: (changes: Partial<ExplainAddress>) => void;
  /** The user's name from the answer, because the address does not contain the name. */
  person?: string | undefined;
  /** The permission's title from the answer. */
  title?: string | undefined;
  /** Whether the names are still loading. */
  waits?: boolean | undefined;
  choosingTime: boolean;
  onChoosingTime: (choosing: boolean) => void;
}

/** The question as a sentence with blanks. Each blank is a field. */
export function Question(props: QuestionProps): ReactNode {
  const { address, change, person, title, waits = false, choosingTime, onChoosingTime } = props;
  const tense = tenseOf(address.at);
  const { ask = 'may', application } = address;
  const isNamed = !useQuery({ ...applicationsQuery, enabled: application !== undefined }).isLoading && !waits;
  // The placeholder appears only before the first question. Later the fields stay while other names load, so that they
  // keep the focus.
  const [isShown, setShown] = useState(isNamed);
  if (isNamed && !isShown) setShown(true);
  if (!isNamed && !isShown)
    return (
      <div className="question" aria-busy="true">
        <SkeletonWords>
          {say(words.question[ask][tense], {
            app: '00000000',
            person: '0'.repeat(18),
            permission: '0'.repeat(30),
            when: '',
          })}
        </SkeletonWords>
      </div>
    );
  return (
    <div className="question">
      {say(words.question[ask][tense], {
        app: <ApplicationGap application={address.application} onPick={(application) => change({ application })} />,
        person: <PersonGap user={address.user} person={person} onPick={(user) => change({ user })} />,
        permission: (
          <PermissionGap
            application={address.application}
            permission={address.permission}
            title={title}
            onPick={(permission) => change({ permission })}
          />
        ),
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

const isId = (user: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(user);

interface WhenGapProps {
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The blank for the time: now, or any day and hour. */
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
