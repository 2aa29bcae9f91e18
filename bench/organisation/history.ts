import type { EventAction } from '@licet/contract';
import { untilFurtherNotice } from '../../packages/server/src/store/kernel/facts.ts';
import type { Draws } from './draws.ts';

/** The tables to fill, each with its columns. Each table has two more columns at its end: `no_from` and `no_to`. */
export const columnsOf = {
  users: 'id, username, username_key, email, email_key, name, status, salt, created_no',
  groups: 'id, name, name_key, description, created_no',
  applications: 'id, key, name, description, created_no',
  permissions: 'id, app_id, name, title, created_no',
  roles: 'id, app_id, name, title, built_in, created_no',
  memberships: 'group_id, member_id, member_kind',
  inclusions: 'role_id, included_id',
  role_permissions: 'role_id, permission_id',
  owners: 'app_id, user_id',
  grants:
    'id, app_id, principal_id, principal_kind, role_id, permission_id, starts, ends, reason, granted_by, salt, created_no',
} as const;

export type Table = keyof typeof columnsOf;
/** A row in the order of the columns, as `copy` writes it. */
export type Row = (string | number | null)[];

export interface Made {
  readonly at: number;
  readonly action: EventAction;
  readonly application: string | null;
  readonly target: readonly [kind: string, id: string, name: string];
  readonly before: object | null;
  readonly after: object | null;
}

/** The facts of the organisation in the order in which they began, and the changes that made them. */
export class History {
  readonly rows = Object.fromEntries(Object.keys(columnsOf).map((table) => [table, []])) as unknown as Record<
    Table,
    Row[]
  >;
  readonly made: Made[] = [];
  readonly draws: Draws;
  /** The number of the current change. */
  no: number;
  /** The time of the current change, in milliseconds since 1970. */
  now: number;

  constructor(draws: Draws, lastNumber: number, now: number) {
    this.draws = draws;
    this.no = lastNumber;
    this.now = now;
  }

  /** Starts the next change, `later` milliseconds after the current change. Later calls of `open` and `close` belong to the new change. */
  change(
    later: number,
    action: EventAction,
    application: string | null,
    target: Made['target'],
    said: Said = {},
  ): void {
    this.no += 1;
    this.now += later;
    const { before = null, after = null } = said;
    this.made.push({ at: this.now, action, application, target, before, after });
  }

  /**
   * Begins a fact. If the table contains entities, the last value is the number of the change that created the entity.
   */
  open(table: Table, ...values: Row): Row {
    const row = [...values, this.no, untilFurtherNotice];
    this.rows[table].push(row);
    return row;
  }

  close(row: Row): void {
    row[row.length - 1] = this.no;
  }

  /** Ends a fact and begins a copy of it with other values. */
  replace(table: Table, row: Row, values: Readonly<Record<number, string | number | null>>): Row {
    this.close(row);
    return this.open(table, ...row.slice(0, -2).map((value, index) => values[index] ?? value));
  }

  id(): string {
    return this.draws.id(this.now);
  }

  /** Returns a random salt for a commitment, as `bytea`. */
  salt(): string {
    return `\\x${this.draws.hex(16)}`;
  }
}

interface Said {
  readonly before?: object;
  readonly after?: object;
}

/** Formats a time as the audit chain does, with microseconds. */
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');
