import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { say } from '../../blocks/say.tsx';
import { tenseOf } from '../../blocks/tense.ts';
import type { ExplainAddress } from './address.ts';
import { Gap } from './gap.tsx';
import { applicationsAmong, findSubjects, permissionsOf } from './options.tsx';
import { applicationsQuery, userQuery } from './queries.ts';
import { WhenGap } from './when-gap.tsx';
import { words } from './words.ts';
import './question.css';

export interface QuestionProps {
  address: ExplainAddress;
  change: (changes: Partial<ExplainAddress>) => void;
  /** The answer knows the person's name better than the address does. */
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
