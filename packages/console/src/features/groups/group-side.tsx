import type { Group } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/chips.tsx';
import { CopyValue } from '../../blocks/entity-page.tsx';
import { say } from '../../blocks/say.tsx';
import { nameNowFact } from '../../blocks/tense.ts';
import { countText } from '../../blocks/use-list.ts';
import { usePermission } from '../../session/may.ts';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Facts } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { groupAccess } from './queries.ts';
import { groupWords, words } from './words.ts';
import './groups.css';

/** The facts of a group, as names and values. */
export function GroupFacts({ group }: { group: Group }): ReactNode {
  return (
    <Facts
      facts={[
        ...nameNowFact(group),
        [words.members, countText(group.members)],
        [words.created, <Time key="created" at={group.createdAt} />],
        [groupWords.identifier, <CopyValue key="id" label={groupWords.copyId} value={group.id} />],
      ]}
    />
  );
}

/** The column beside the tabs: the facts of the group, and the access that it grants. */
export function GroupSide({ group }: { group: Group }): ReactNode {
  const mayAccess = usePermission('access.read');
  return (
    <>
      <GroupFacts group={group} />
      {mayAccess && (
        <section>
          <h2>{groupWords.brings}</h2>
          <GroupGrants group={group} />
        </section>
      )}
    </>
  );
}

function GroupGrants({ group }: { group: Group }): ReactNode {
  const query = useQuery(groupAccess(group.id));
  if (query.error && asProblem(query.error).code === 'forbidden')
    return <p className="text-faint">{groupWords.mayNotSee}</p>;
  if (!query.data)
    return query.error ? (
      <ErrorState small error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton width={160} />
    );
  const { items, total } = query.data;
  if (items.length === 0) return <p className="text-faint">{groupWords.bringsNothing}</p>;
  return (
    <>
      <ul className="group-grants">
        {items.slice(0, SHOWN).map((grant) => (
          <li key={grant.id}>
            {grant.gives.kind === 'role' ? <IdCardIcon small /> : <KeyRoundIcon small />}
            <span>
              <TextLink
                to="/applications/$application"
                params={{ application: grant.application }}
                search={{ tab: 'grants', open: grant.id }}
              >
                {grant.gives.name}
              </TextLink>{' '}
              <span className="text-muted">
                {say(groupWords.inApplication, { application: <ApplicationName id={grant.application} /> })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > SHOWN && (
        <TextLink to="/groups/$group" params={{ group: group.id }} search={{ tab: 'grants' }}>
          {groupWords.allGrants}
        </TextLink>
      )}
    </>
  );
}

const SHOWN = 8;
