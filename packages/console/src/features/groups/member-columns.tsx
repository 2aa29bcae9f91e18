import type { Member } from '@licet/contract';
import type { ReactNode } from 'react';
import { countText } from '../../blocks/totals.ts';
import { IconButton } from '../../ui/button.tsx';
import { UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { memberWords as words } from './words.ts';
import './member-columns.css';

/** The columns of the members; the last only for those who may remove somebody. */
export function memberColumns(remove: ((member: Member) => void) | undefined): readonly Column<Member>[] {
  if (!remove) return shown;
  return [
    ...shown,
    {
      id: 'remove',
      head: words.membership,
      end: true,
      fold: 2,
      width: '8rem',
      cell: (member) => (
        <IconButton small icon={XIcon} label={words.remove(member.name)} onClick={() => remove(member)} />
      ),
    },
  ];
}

const shown: readonly Column<Member>[] = [
  { id: 'name', head: words.name, sortable: true, fold: 1, skeleton: 190, cell: (member) => <Name member={member} /> },
  {
    id: 'kind',
    head: words.kind,
    cell: ({ kind, people }) => (
      <span className="text-muted">{kind === 'user' ? words.person : words.groupOf(countText(people), people)}</span>
    ),
  },
  {
    id: 'since',
    head: words.since,
    sortable: true,
    end: true,
    cell: ({ since }) => (
      <span className="text-muted nowrap">
        <Time at={since} />
      </span>
    ),
  },
];

function Name({ member }: { member: Member }): ReactNode {
  const { kind, id, name, detail, people } = member;
  if (kind === 'user') {
    return (
      <span className="who member-name">
        <Avatar name={name} />
        <span className="who-text">
          <b>
            <PlainLink to="/users/$user" params={{ user: id }} title={name}>
              <bdi>{name}</bdi>
            </PlainLink>
          </b>
          {detail !== undefined && (
            <span className="text-faint small">
              <bdi>{detail}</bdi>
            </span>
          )}
        </span>
      </span>
    );
  }
  return (
    <span className="who member-name">
      <UsersRoundIcon />
      <span className="who-text">
        <b>
          <PlainLink to="/groups/$group" params={{ group: id }} title={name}>
            <bdi>{name}</bdi>
          </PlainLink>
        </b>
        <span className="text-faint small only-on-phone">{words.groupOf(countText(people), people)}</span>
      </span>
    </span>
  );
}
