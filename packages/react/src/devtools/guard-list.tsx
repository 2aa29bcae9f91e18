'use client';

import { type ReactNode, type Ref, useId, useState } from 'react';
import type { FoundGuard } from './find-guards.ts';
import { VerdictIcon, wordOf } from './verdict.tsx';

export interface GuardListProps {
  readonly guards: readonly FoundGuard[];
  readonly search: Ref<HTMLInputElement>;
  readonly onChoose: (guard: FoundGuard) => void;
}

/** All guards of the page, refused ones first; those that want the same and have the same answer in one line. */
export const GuardList = ({ guards, search, onChoose }: GuardListProps): ReactNode => {
  const [sought, setSought] = useState('');
  const id = useId();
  const refused = guards.filter(({ permitted }) => !permitted).length;
  const words = sought.toLowerCase().split(/\s+/);
  const groups = alike(guards)
    .filter(([first]) => words.every((word) => textOf(first).includes(word)))
    .sort(([a], [b]) => Number(a?.permitted) - Number(b?.permitted));
  return (
    <>
      <div className="find">
        <input
          ref={search}
          type="search"
          aria-label="Search the guards on this page"
          placeholder="Search permissions, roles, components"
          aria-describedby={`${id}counts`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <p className="note" id={`${id}counts`}>
          {guards.length === 1 ? '1 guard' : `${guards.length} guards`}: <b>{refused} refused</b>,{' '}
          <b>{guards.length - refused} permitted</b>
        </p>
      </div>
      <section className="scroll" aria-label="Guards">
        <ul className="list">
          {groups.map((group) => {
            const [guard] = group;
            return (
              guard && (
                <li key={`${guard.key} ${guard.permitted}`}>
                  <button type="button" className="line" onClick={() => onChoose(guard)}>
                    <VerdictIcon permitted={guard.permitted} />
                    <span className="word">{wordOf(guard.permitted)}</span>
                    <span className="what">
                      <code>{guard.label}</code>
                      <small>
                        {guard.what}
                        {group.every(({ nodes }) => nodes.length === 0) && ', shows nothing here'}
                      </small>
                    </span>
                    {group.length > 1 && <span className="count">{group.length} times</span>}
                  </button>
                </li>
              )
            );
          })}
        </ul>
        {groups.length === 0 && (
          <p className="report">
            {guards.length === 0 ? 'There is no guard on this page.' : 'No guard on this page is called that.'}
          </p>
        )}
      </section>
    </>
  );
};

/** Those that want the same and have the same answer, together. */
const alike = (guards: readonly FoundGuard[]): readonly (readonly FoundGuard[])[] => {
  const groups = new Map<string, FoundGuard[]>();
  for (const guard of guards) {
    const name = `${guard.key} ${guard.permitted}`;
    groups.set(name, [...(groups.get(name) ?? []), guard]);
  }
  return [...groups.values()];
};

const textOf = (guard: FoundGuard | undefined): string =>
  guard ? `${wordOf(guard.permitted)} ${guard.label} ${guard.what}`.toLowerCase() : '';
