import { type ReactNode, useState } from 'react';
import { countIn } from '../../blocks/permission-set.ts';
import { roleTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatFirst, formatList, formatNumber } from '../../ui/format.ts';
import { EqualIcon, IdCardIcon, MinusIcon, PencilIcon, PlusIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import type { Column, DataTableProps } from '../../ui/table-model.ts';
import type { Access, ExistingRole, Principal } from './access.ts';
import type { Loss, RemovedRole, SuggestedRole, Suggestion } from './suggestion.ts';
import { listWords as words } from './words.ts';

const ROWS_SHOWN = 100;
const LOSSES_SHOWN = 8;
const NAMES_SHOWN = 3;
const BY_SHOWN = 2;

/** The suggested roles with their changes, the removed roles, and what stays unchanged. */
export function RoleList({
  access,
  suggestion,
  now,
}: {
  access: Access;
  suggestion: Suggestion;
  /** The number of roles now. */
  now: number;
}): ReactNode {
  const { roles, removed, kept, losses } = suggestion;
  const { application } = access;
  return (
    <div className="fewest-list">
      {losses.length > 0 && <Losses losses={losses} />}
      <Section title={words.count(roles.length)} n={roles.length === now ? undefined : words.insteadOf(now)}>
        <LongTable
          label={words.table(roles.length)}
          columns={suggestedColumns(application)}
          rows={roles}
          rowId={({ key }) => key}
        />
      </Section>
      {removed.length > 0 && (
        <Section title={words.removed} n={formatNumber(removed.length)}>
          <LongTable
            label={words.removed}
            columns={removedColumns(application)}
            rows={removed}
            rowId={({ role }) => role.id}
          />
        </Section>
      )}
      {kept.length > 0 && (
        <Section title={words.left} n={formatNumber(kept.length)}>
          <LongTable
            label={words.leftTable}
            columns={keptColumns(application)}
            rows={kept}
            rowId={({ role }) => role.id}
          />
        </Section>
      )}
      <Also left={access.left} />
      <p className="text-muted fewest-summary">{summaryOf(suggestion)}</p>
    </div>
  );
}

/** The first rows of a table, and a button for more, because every row is in the document. */
function LongTable<Row extends object>({
  rows,
  ...table
}: Omit<DataTableProps<Row>, 'inline'> & { rows: readonly Row[] }) {
  const [shown, setShown] = useState(ROWS_SHOWN);
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, shown)} inline />
      {rows.length > shown && (
        <Button small onClick={() => setShown(shown + ROWS_SHOWN)}>
          {words.moreRoles(Math.min(ROWS_SHOWN, rows.length - shown))}
        </Button>
      )}
    </>
  );
}

function Losses({ losses }: { losses: readonly Loss[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all || losses.length <= LOSSES_SHOWN + 1 ? losses : losses.slice(0, LOSSES_SHOWN);
  return (
    <Section title={words.losses} n={formatNumber(losses.reduce((sum, { holders }) => sum + holders.length, 0))}>
      <ul className="fewest-losses">
        {shown.map(({ permission, holders }) => (
          <li key={permission.id}>
            <span className="tone-no">
              <MinusIcon small />
            </span>
            <span>
              {say(words.loses(holders.length), {
                who: holders.length <= NAMES_SHOWN ? namesOf(holders) : <b>{holdersText(holders)}</b>,
                permission: <code>{permission.name}</code>,
              })}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < losses.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {words.moreLosses(losses.length - shown.length)}
        </button>
      )}
    </Section>
  );
}

const namesOf = (holders: readonly Principal[]) => <bdi>{formatList(holders.map(({ name }) => name))}</bdi>;

/** "12 people and 2 groups". */
function holdersText(holders: readonly Principal[]): string {
  const count = (of: string) => holders.filter(({ kind }) => kind === of).length;
  const parts = [
    { text: words.people, n: count('user') },
    { text: words.groups, n: count('group') },
    { text: words.programs, n: count('client') },
  ].filter(({ n }) => n > 0);
  return parts.length === 0 ? words.nobody : formatList(parts.map(({ text, n }) => text(n)));
}

/** The grants that the plan leaves unchanged: direct permissions, and grants of `admin`. */
function Also({ left: { direct, admin } }: Pick<Access, 'left'>): ReactNode {
  const parts = [...(direct > 0 ? [words.leftDirect(direct)] : []), ...(admin > 0 ? [words.leftAdmin(admin)] : [])];
  if (parts.length === 0) return null;
  return <p className="text-muted fewest-summary">{words.alsoLeft(formatList(parts))}</p>;
}

function summaryOf({ losses, removed, changes, counts }: Suggestion): string {
  const { created, granted, ended } = counts;
  const parts = [
    ...(created > 0 ? [words.creates(created)] : []),
    ...(removed.length > 0 ? [words.removes(removed.length)] : []),
    ...(granted > 0 ? [words.grants(granted)] : []),
    ...(ended > 0 ? [words.ends(ended)] : []),
  ];
  return [
    ...(losses.length === 0 ? [words.same] : []),
    ...(changes.length > 0 ? [words.summary(formatList(parts))] : []),
  ].join(' ');
}

const suggestedColumns = (application: string): readonly Column<SuggestedRole>[] => [
  {
    id: 'role',
    head: words.role,
    fold: 1,
    cell: ({ existing, name }) => <RoleName application={application} role={existing} name={name} />,
  },
  permissionsColumn(({ permissions }) => countIn(permissions)),
  {
    id: 'holders',
    head: words.holders,
    fold: 2,
    cell: ({ holders }) => holdersText(holders),
  },
  {
    id: 'change',
    head: words.change,
    fold: 3,
    width: '13rem',
    cell: (role) => <Change role={role} />,
  },
];

const removedColumns = (application: string): readonly Column<RemovedRole>[] => [
  {
    id: 'role',
    head: words.role,
    fold: 1,
    cell: ({ role }) => <RoleName application={application} role={role} name={role.name} />,
  },
  permissionsColumn(({ role }) => countIn(role.brings)),
  { id: 'holders', head: words.holders, fold: 2, cell: ({ holders }) => holdersText(holders) },
  {
    id: 'change',
    head: words.change,
    fold: 3,
    width: '13rem',
    cell: ({ by, isWhole }) => (
      <span className="chip fewest-replaced">
        <MinusIcon small />
        <span className="fewest-by">
          {by.length === 0
            ? words.notReplaced
            : say(isWhole ? words.replacedBy : words.partlyBy, {
                roles: (
                  <bdi>
                    {formatFirst(
                      by.map(({ name }) => name),
                      BY_SHOWN,
                      words.others,
                    )}
                  </bdi>
                ),
              })}
        </span>
      </span>
    ),
  },
];

const keptColumns = (application: string): readonly Column<Suggestion['kept'][number]>[] => [
  {
    id: 'role',
    head: words.role,
    fold: 1,
    cell: ({ role }) => <RoleName application={application} role={role} name={role.name} />,
  },
  permissionsColumn(({ role }) => countIn(role.brings)),
  { id: 'why', head: words.change, fold: 3, cell: ({ why }) => <span className="text-muted">{words.why[why]}</span> },
];

const permissionsColumn = <Row,>(count: (row: Row) => number): Column<Row> => ({
  id: 'permissions',
  head: words.permissions,
  end: true,
  width: '6.5rem',
  cell: (row) => formatNumber(count(row)),
});

function RoleName({
  application,
  role,
  name,
}: {
  application: string;
  role: ExistingRole | undefined;
  name: string;
}): ReactNode {
  const title = role ? roleTitle(role) : '';
  return (
    <span className="who">
      <IdCardIcon className="text-faint" />
      <span className="ellipsis" title={name}>
        {role ? (
          <PlainLink
            to="/applications/$application"
            params={{ application }}
            search={{ tab: 'roles', open: role.id }}
            className="fewest-role"
          >
            <bdi>{name}</bdi>
          </PlainLink>
        ) : (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        {title !== '' && (
          <span className="text-faint small ellipsis block" title={title}>
            {title}
          </span>
        )}
      </span>
    </span>
  );
}

function Change({ role: { existing, more, fewer } }: { role: SuggestedRole }): ReactNode {
  if (!existing)
    return (
      <span className="status">
        <PlusIcon small />
        {words.added}
      </span>
    );
  if (more === 0 && fewer === 0)
    return (
      <span className="status text-muted">
        <EqualIcon small />
        {words.unchanged}
      </span>
    );
  return (
    <span className="status">
      <PencilIcon small />
      {[...(more > 0 ? [words.more(more)] : []), ...(fewer > 0 ? [words.fewer(fewer)] : [])].join(', ')}
    </span>
  );
}
