import type { Application, Named } from './catalogue.ts';
import { type History, instant, type Row } from './history.ts';

export interface Person {
  readonly id: string;
  readonly place: number;
  row: Row;
  readonly grants: Set<Given>;
  readonly memberships: Set<Row>;
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

export interface Given {
  readonly application: Application;
  readonly key: number;
  readonly person: Person | undefined;
  readonly text: { readonly to: string; readonly gives: string };
  row: Row;
  /** The index in the list of grants in force. */
  at: number;
}

/** The users, groups and grants of the history. Each method makes the changes that create or end them. */
export class People {
  readonly users: Person[] = [];
  readonly groups: Group[] = [];
  readonly inForce: Given[] = [];
  readonly #history: History;
  readonly #applications: readonly Application[];
  readonly #held = new Set<number>();
  readonly #members: { readonly person: Person; readonly row: Row; readonly group: Group }[] = [];
  #places = 0;

  constructor(history: History, applications: readonly Application[]) {
    this.#history = history;
    this.#applications = applications;
  }

  join(later: number): void {
    const history = this.#history;
    const [id, place] = [history.id(), this.#places++];
    const username = `${history.draws.of(given)}.${history.draws.of(family)}.${place}`.toLowerCase();
    const name = username.replace(/(^|\.)([a-z])/g, (_, dot, letter) => (dot ? ' ' : '') + letter.toUpperCase());
    const email = `${username}@example.com`;
    history.change(later, 'user.created', null, ['user', id, name], {
      after: { username, email, name, status: 'active' },
    });
    const fields = [id, username, username, email, email, name, 'active', history.salt(), history.no];
    const person = {
      id,
      place,
      row: history.open('users', ...fields),
      grants: new Set<Given>(),
      memberships: new Set<Row>(),
    };
    this.users.push(person);
    // Each user joins three groups, or fewer if the same group is drawn twice. The first groups have the most members.
    for (let n = 0; n < 3; n += 1) this.#enter(person, this.groups[history.draws.ranked(this.groups.length)] as Group);
  }

  found(later: number): void {
    const history = this.#history;
    const id = history.id();
    const name = `${history.draws.of(departments)} ${this.groups.length + 1}`;
    history.change(later, 'group.created', null, ['group', id, name], { after: { name, description: '' } });
    history.open('groups', id, name, name.toLowerCase(), '', history.no);
    // A new group is a member of another group with a probability of one fifth.
    if (this.groups.length > 0 && history.draws.share() < 0.2)
      history.open('memberships', history.draws.of(this.groups).id, id, 'group');
    this.groups.push({ id, name });
  }

  enter(later: number): void {
    const person = this.#history.draws.of(this.users);
    const group = this.#history.draws.of(this.groups);
    if (this.#isIn(person, group)) return;
    this.#history.change(later, 'group.member_added', null, ['group', group.id, group.name], {
      after: { member: person.row[5] },
    });
    this.#enter(person, group);
  }

  leaveGroup(later: number): void {
    const found = this.#history.draws.of(this.#members);
    const { person, row, group } = found;
    if (!person.memberships.delete(row)) return;
    this.#history.change(later, 'group.member_removed', null, ['group', group.id, group.name], {
      before: { member: person.row[5] },
    });
    this.#history.close(row);
  }

  alter(later: number): void {
    const history = this.#history;
    const person = history.draws.of(this.users);
    const [id, , , , , name, status] = person.row as string[];
    const target = ['user', String(id), String(name)] as const;
    if (history.draws.share() < 0.6) {
      const next = `${String(name).split(' ')[0]} ${history.draws.of(family)} ${person.place}`;
      history.change(later, 'user.changed', null, target, { before: { name }, after: { name: next } });
      person.row = history.replace('users', person.row, { 5: next, 7: history.salt() });
      return;
    }
    const suspended = status === 'suspended';
    const next = suspended ? 'active' : 'suspended';
    history.change(later, suspended ? 'user.reactivated' : 'user.suspended', null, target, {
      before: { status },
      after: { status: next },
    });
    person.row = history.replace('users', person.row, { 6: next, 7: history.salt() });
  }

  leave(later: number): void {
    const history = this.#history;
    const at = history.draws.below(this.users.length);
    const person = this.users[at] as Person;
    const [id, username, , email, , name, status] = person.row as string[];
    history.change(later, 'user.deleted', null, ['user', String(id), String(name)], {
      before: { username, email, name, status },
    });
    history.close(person.row);
    for (const given of [...person.grants]) this.#end(given);
    for (const row of person.memberships) history.close(row);
    person.memberships.clear();
    const last = this.users.pop() as Person;
    if (last !== person) this.users[at] = last;
  }

  /** Creates a grant. Without `later`, the grant belongs to the current change. */
  grant(later: number | undefined, within?: Application): void {
    const history = this.#history;
    const { draws } = history;
    for (;;) {
      const application = within ?? (this.#applications[draws.ranked(this.#applications.length)] as Application);
      const byPermission = draws.share() < 0.05;
      const [list, kind] = byPermission ? [application.permissions, 'permission'] : [application.roles, 'role'];
      const element = list[
        byPermission ? draws.below(list.length) : pickRole(draws.share(), draws.ranked(list.length - 1))
      ] as Named;
      // Some users have several times as many grants as other users.
      const person =
        draws.share() < 0.01 ? undefined : (this.users[Math.floor(draws.share() ** 1.5 * this.users.length)] as Person);
      if (this.#give(later, application, element, kind, person)) return;
    }
  }

  grantToMost(application: Application, role: Named, share: number): void {
    for (const person of this.users)
      if (this.#history.draws.share() < share) this.#give(undefined, application, role, 'role', person);
  }

  revoke(later: number): void {
    const given = this.#history.draws.of(this.inForce);
    const [id] = given.row as string[];
    const { to, gives } = given.text;
    this.#history.change(later, 'grant.revoked', given.application.key, ['grant', String(id), `${gives} to ${to}`], {
      before: { ...given.text, starts: given.row[6], ends: ended(given.row[7]), reason: '' },
    });
    this.#end(given);
  }

  extend(later: number): void {
    const history = this.#history;
    const given = history.draws.of(this.inForce);
    const [id] = given.row as string[];
    const { to, gives } = given.text;
    const [starts, before] = [given.row[6], ended(given.row[7])];
    const ends = instant(history.now + later + (30 + history.draws.below(400)) * day);
    history.change(later, 'grant.changed', given.application.key, ['grant', String(id), `${gives} to ${to}`], {
      before: { ...given.text, starts, ends: before, reason: '' },
      after: { ...given.text, starts, ends, reason: '' },
    });
    given.row = history.replace('grants', given.row, { 7: ends, 10: history.salt() });
  }

  #give(
    later: number | undefined,
    application: Application,
    element: Named,
    kind: string,
    person: Person | undefined,
  ): boolean {
    const history = this.#history;
    const at = history.draws.below(this.groups.length);
    const group = this.groups[at] as Group;
    const key = (person ? person.place : people + at) * elements + element.place;
    if (this.#held.has(key)) return false;
    this.#held.add(key);
    const [id, isRole] = [history.id(), kind === 'role'];
    const text = {
      to: person ? `${person.row[5]} (${person.row[1]})` : `${group.name} (group)`,
      gives: `${kind} ${element.row[2]}`,
    };
    const starts = instant(history.now + (later ?? 0));
    const ends =
      history.draws.share() < 0.05
        ? instant(history.now + (later ?? 0) + (30 + history.draws.below(600)) * day)
        : 'infinity';
    if (later !== undefined)
      history.change(
        later,
        'grant.created',
        application.key,
        ['grant', id, `${element.row[2]} to ${person?.row[5] ?? group.name}`],
        {
          after: { ...text, starts, ends: ended(ends), reason: '' },
        },
      );
    const principal = person ? [person.id, 'user'] : [group.id, 'group'];
    const gives = isRole ? [element.id, null] : [null, element.id];
    const row = history.open(
      'grants',
      id,
      application.id,
      ...principal,
      ...gives,
      starts,
      ends,
      '',
      'Ada Admin',
      history.salt(),
      history.no,
    );
    const given: Given = { application, key, person, text, row, at: this.inForce.length };
    this.inForce.push(given);
    person?.grants.add(given);
    return true;
  }

  #end(given: Given): void {
    this.#history.close(given.row);
    this.#held.delete(given.key);
    given.person?.grants.delete(given);
    const last = this.inForce.pop() as Given;
    if (last === given) return;
    this.inForce[given.at] = last;
    last.at = given.at;
  }

  #isIn(person: Person, group: Group): boolean {
    return [...person.memberships].some((row) => row[0] === group.id);
  }

  #enter(person: Person, group: Group): void {
    if (this.#isIn(person, group)) return;
    const row = this.#history.open('memberships', group.id, person.id, 'user');
    person.memberships.add(row);
    this.#members.push({ person, row, group });
  }
}

// Role 0 of each application is the administrator role, which few users have.
const pickRole = (share: number, rank: number) => (share < 0.0005 ? 0 : rank + 1);
const ended = (ends: string | number | null | undefined) => (ends === 'infinity' ? null : (ends ?? null));
const day = 86_400_000;
/**
 * Larger than every number that is packed into a key: the numbers of users, and of roles and permissions of an
 * application.
 */
const [people, elements] = [10_000_000, 100_000];
const given =
  'Ada Bo Cleo Dara Emil Fay Gus Hana Ivo June Kai Lena Milo Nora Otis Pia Quin Rosa Sven Tess Uma Vito Wren Yara Zoe'.split(
    ' ',
  );
const family =
  'Abel Brandt Castro Dietz Engel Fuchs Garcia Haas Ito Jansen Keller Lopez Meyer Novak Okafor Patel Ruiz Sato Tanaka Usman Vogel Weber Yilmaz Zhang'.split(
    ' ',
  );
const departments = 'Accounting Sales Support Research Logistics Legal Purchasing Marketing Production Security'.split(
  ' ',
);
