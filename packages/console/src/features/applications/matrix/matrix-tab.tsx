import '../applications.css';
import { adminRole, type UserMatrix } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { totalOf } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { CellGrid, CellLegend } from '../../../ui/cell-grid/cell-grid.tsx';
import type { Place } from '../../../ui/cell-grid/geometry.ts';
import type { CellState } from '../../../ui/cell-grid/pictures.ts';
import { KeyRoundIcon } from '../../../ui/icon.tsx';
import { UsersRoundIcon } from '../../../ui/icons.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { Panel, Split } from '../../../ui/panel.tsx';
import { isPhone } from '../../../ui/phone.ts';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { roleMatrixQuery, userMatrixQuery } from '../queries.ts';
import { arranged, has, type Matrix, matrixOfPeople, matrixOfRoles, orderIn } from './matrix.ts';
import { MatrixTools, noRows } from './matrix-tools.tsx';
import { usePlannedCells } from './planned-cells.ts';
import { WhyRole, WhyUser } from './why.tsx';
import { whyWords, words } from './words.ts';

/** The matrix of an application: all users or roles, with all permissions. */
export function MatrixTab({ application, parts }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const navigate = useNavigate();
  const of = rights.access && address.rows !== 'roles' ? 'people' : 'roles';
  const { q, cursor, role, inGroup: group } = address;
  const ofRoles = useQuery({ ...roleMatrixQuery(application.id), enabled: of === 'roles' });
  const byName = orderIn(address.sort) === 'name' && address.never === undefined;
  const people = usePeople(application.id, { q, cursor, role, group }, { wanted: of === 'people', byName });
  const planned = usePlannedCells(application.id, ofRoles.data);
  const { error, refetch } = of === 'people' ? people : ofRoles;

  const matrix = useMemo(() => {
    if (of === 'people') return people.data && matrixOfPeople(people.data);
    return ofRoles.data && matrixOfRoles(ofRoles.data);
  }, [of, people.data, ofRoles.data]);
  const shown = useMemo(
    () =>
      matrix &&
      arranged(matrix, {
        q: of === 'roles' ? q : undefined,
        columns: address.columns,
        idle: of === 'people' && address.never !== undefined,
        order: orderIn(address.sort),
        columnOrder: orderIn(address.columnSort),
      }),
    [matrix, of, q, address.columns, address.never, address.sort, address.columnSort],
  );
  const since = of === 'people' ? (people.data?.reportedSince ?? null) : null;
  const open = shown && placeIn(shown, address.open);
  const openCell = open && { row: shown.rows[open.row], column: shown.columns[open.column] };
  const close = () => change({ open: undefined });
  const mayPlan = of === 'roles' && rights.roles;

  const stateOf = (row: number, column: number): CellState => {
    const [line, head] = [shown?.rows[row], shown?.columns[column]];
    if (!shown || !line || !head) return 'none';
    return (of === 'roles' && planned.of(line.id, head.id)) || shown.stateOf(line, head);
  };
  const heads = useMemo(
    () =>
      shown && {
        rows: shown.rows.map(({ id, name, note }) => ({ id, label: name, note })),
        columns: shown.columns.map(({ id, name, group: of }) => ({
          id,
          label: name,
          group: orderIn(address.columnSort) === 'name' ? of : '',
        })),
      },
    [shown, address.columnSort],
  );
  const inWords = (state: CellState): string =>
    state === 'yes' && of === 'roles' ? words.states.own : words.states[state];
  const addToDraft = () => {
    const lines = planned.toDraft();
    showToast({
      text: words.added(lines),
      action: { label: words.show, run: () => void navigate({ to: '/changes' }) },
    });
  };

  return (
    <Split panel={panelOf()}>
      <Tools wrap>
        {parts}
        <MatrixTools application={application.id} of={of} mayPeople={rights.access} knowsUse={since !== null} />
      </Tools>
      {gridOf()}
    </Split>
  );

  function gridOf(): ReactNode {
    if (error && !shown) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!shown || !heads || !matrix) return <SkeletonLines lines={12} />;
    if (matrix.columns.length === 0)
      return (
        <EmptyState icon={KeyRoundIcon} title={words.noPermissions}>
          {words.noPermissionsText}
        </EmptyState>
      );
    if (shown.rows.length === 0 || shown.columns.length === 0) {
      const narrowed = [q, role, group, address.columns, address.never].some((one) => one !== undefined);
      return (
        <EmptyState
          icon={UsersRoundIcon}
          title={narrowed ? words.noneFits : words.nobody}
          action={
            narrowed && <Button onClick={() => change({ ...noRows, columns: undefined })}>{words.showAll}</Button>
          }
        >
          {narrowed ? words.noneFitsText : words.nobodyText}
        </EmptyState>
      );
    }
    return (
      <CellGrid
        key={of}
        label={of === 'people' ? words.ofPeople(application.name) : words.ofRoles(application.name)}
        {...heads}
        stateOf={stateOf}
        describe={(row, column) =>
          words.cell(
            shown.rows[row]?.name ?? '',
            shown.columns[column]?.name ?? '',
            inWords(stateOf(row, column)).toLocaleLowerCase(),
          )
        }
        corner={<CellLegend label={words.legend} states={legendOf(of, since !== null, planned.signs, inWords)} />}
        open={open}
        onOpen={({ row, column }) =>
          change(
            { open: `${shown.rows[row]?.id ?? ''} ${shown.columns[column]?.id ?? ''}` },
            address.open !== undefined,
          )
        }
        onToggle={mayPlan ? toggle : undefined}
        foot={footOf}
      />
    );
  }

  function toggle({ row, column }: Place): void {
    const [line, head] = [shown?.rows[row], shown?.columns[column]];
    if (line && head && line.name !== adminRole) planned.toggle(line.id, head.id);
  }

  function footOf(description: string | undefined): ReactNode {
    if (!shown) return null;
    return (
      <div className="foot">
        <span className={planned.cells > 0 ? 'hide-on-phone' : undefined}>
          {words.counts(
            of === 'roles' ? words.countRoles(shown.rows.length) : countPeople(shown.rows.length, people.data),
            words.countPermissions(shown.columns.length),
          )}
        </span>
        <span className="matrix-pointed hide-on-phone" aria-hidden="true">
          {description}
        </span>
        <div className="end">
          {planned.cells > 0 && of === 'roles' ? (
            <>
              <span aria-live="polite">{words.planned(planned.cells, planned.roles)}</span>
              <Button small kind="quiet" onClick={planned.discard}>
                {words.discard}
              </Button>
              <Button small kind="primary" onClick={addToDraft}>
                {words.toDraft}
              </Button>
            </>
          ) : (
            <span className="matrix-keys hide-on-phone" aria-hidden="true">
              <KeyHint keys={['←', '↑', '↓', '→']}>{words.move}</KeyHint>
              <KeyHint keys={['Enter']}>{words.why}</KeyHint>
              {mayPlan && <KeyHint keys={[words.space]}>{words.change}</KeyHint>}
            </span>
          )}
          {of === 'people' && cursor !== undefined && (
            <Button small kind="quiet" onClick={() => change({ cursor: undefined })}>
              {words.previous}
            </Button>
          )}
          {of === 'people' && people.next && (
            <Button small onClick={() => change({ cursor: people.next })}>
              {words.next}
            </Button>
          )}
        </div>
      </div>
    );
  }

  function panelOf(): ReactNode {
    if (address.open === undefined) return undefined;
    const { row, column } = openCell ?? {};
    return (
      <Panel title={whyWords.title} onClose={close} takeFocus={false}>
        {!row || !column ? (
          shown && <p className="text-muted">{whyWords.notHere}</p>
        ) : of === 'people' ? (
          <WhyUser
            key={address.open}
            application={application}
            row={row}
            column={column}
            used={since === null ? undefined : has(row.strong, column.place)}
            since={since}
          />
        ) : (
          <WhyRole
            key={address.open}
            application={application}
            row={row}
            column={column}
            planned={mayPlan ? planned : undefined}
            onPlanned={() => isPhone() && close()}
          />
        )}
      </Panel>
    );
  }
}

const FIRST_PEOPLE = 100;

/**
 * The rows of users. If they are sorted by name, a small first page loads before all others, so that the screen fills
 * without waiting for thousands of rows.
 */
function usePeople(
  application: string,
  query: Pick<Parameters<typeof userMatrixQuery>[1], 'q' | 'cursor' | 'role' | 'group'>,
  { wanted, byName }: { wanted: boolean; byName: boolean },
) {
  const first = useQuery({
    ...userMatrixQuery(application, { ...query, limit: FIRST_PEOPLE }),
    enabled: wanted && byName,
  });
  const isAll = byName && first.data?.next === null && !first.isPlaceholderData;
  const all = useQuery({
    ...userMatrixQuery(application, query),
    enabled: wanted && !isAll && (!byName || (first.data !== undefined && !first.isPlaceholderData)),
  });
  const isWhole = !isAll && all.data !== undefined && !all.isPlaceholderData;
  const { data, error, refetch } = isWhole || !byName ? all : first;
  return { data, error: error ?? all.error, refetch, next: isWhole ? (all.data?.next ?? undefined) : undefined };
}

/** The position of the open cell, from the ids of its row and column in the address. */
function placeIn({ rows, columns }: Matrix, open: string | undefined): Place | undefined {
  const [rowId, columnId] = open?.split(' ') ?? [];
  const row = rows.findIndex(({ id }) => id === rowId);
  const column = columns.findIndex(({ id }) => id === columnId);
  return row < 0 || column < 0 ? undefined : { row, column };
}

function countPeople(shown: number, data: UserMatrix | undefined): string {
  return words.countPeople(shown, data && data.total > shown ? totalOf(data) : '');
}

function legendOf(
  of: 'people' | 'roles',
  knowsUse: boolean,
  signs: readonly CellState[],
  inWords: (state: CellState) => string,
) {
  const states: readonly CellState[] =
    of === 'roles' ? ['yes', 'weak', ...signs] : knowsUse ? ['yes', 'idle', 'ending'] : ['yes', 'ending'];
  return states.map((state) => [state, inWords(state)] as const);
}
