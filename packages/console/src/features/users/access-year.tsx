import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { ApplicationGap, PermissionGap } from '../../blocks/question/gaps.tsx';
import { permissionTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { shortDayText } from '../../blocks/tense.ts';
import { lastAsked } from '../../blocks/twelve-months/asked.ts';
import { periodsQuery } from '../../blocks/twelve-months/periods.ts';
import { TwelveMonths } from '../../blocks/twelve-months/twelve-months.tsx';
import { words } from '../../blocks/twelve-months/words.ts';
import { useAsOf } from '../../session/as-of.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { userAccess } from './queries.ts';
import './users.css';

const route = getRouteApi('/signed-in/users/$user');

/**
 * The last 12 months of a user's access. The question is in the address. By default it is about the permission that was
 * asked about last, or else about any access in the first application in which the user has access, or else in the
 * first application.
 */
export function AccessYear({ user }: { user: User }): ReactNode {
  const [address, change] = useAddress(route);
  const navigate = useNavigate();
  const at = useAsOf();
  const [asked] = useState(lastAsked);
  const summaries = useQuery(userAccess(user.id)).data?.items;
  const applications = useQuery(applicationsQuery).data?.items;
  const nameOf = (id: string) => applications?.find((one) => one.id === id)?.name ?? id;
  const first = summaries && (summaries[0]?.application.id ?? applications?.[0]?.id);
  const begin = asked ?? { application: first, permission: undefined };
  const { application, permission } =
    address.in === undefined ? begin : { application: address.in, permission: address.ask };
  const question = { application: application ?? '', user: user.id, permission };
  const { data } = useQuery({ ...periodsQuery(question), enabled: application !== undefined });
  // Nothing to ask about until the access is read.
  if (application === undefined) return <div className="access-year" aria-hidden="true" />;

  const title = data?.permission ? permissionTitle(application, data.permission) : '';
  const ask = (next: { in: string; ask: string | undefined }) => change(next, true);
  const show = (next: string | undefined) => void navigate({ to: '.', search: (before) => ({ ...before, at: next }) });
  return (
    <div className="access-year">
      <div className="access-year-ask">
        <span className="access-year-question">
          {say(permission === undefined ? words.askUse : words.ask, {
            who: <bdi>{user.name}</bdi>,
            permission: (
              <PermissionGap
                small
                application={application}
                permission={permission}
                title={title || undefined}
                any={words.use(nameOf(application))}
                onPick={(name) => ask({ in: application, ask: name })}
              />
            ),
            app: <ApplicationGap small application={application} onPick={(id) => ask({ in: id, ask: undefined })} />,
          })}
        </span>
        <span className="access-year-hint text-muted">
          {words.showing(at === undefined ? words.now.toLowerCase() : shortDayText(at))} <KeyHint keys={['←', '→']} />{' '}
          {words.toSee}
        </span>
      </div>
      <TwelveMonths question={question} at={at} onAt={show} />
    </div>
  );
}
