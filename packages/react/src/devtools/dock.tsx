'use client';

import type { Access, AccessSource, Catalogue, SignInState } from '@licet/client';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Mark } from '../denied/icons.tsx';
import { useAccessOf } from '../use-access-of.ts';
import { elementOf } from './boxes.ts';
import type { FoundGuard } from './find-guards.ts';
import { Report } from './report.tsx';
import { VerdictIcon, wordOf } from './verdict.tsx';
import { countdown, STANDING } from './words.ts';

export interface DockProps {
  readonly access: Access;
  readonly guards: readonly FoundGuard[];
  readonly chosen: FoundGuard | undefined;
  readonly search: Ref<HTMLInputElement>;
  readonly onChoose: (guard: FoundGuard | undefined) => void;
  readonly onClose: () => void;
}

/** The panel beside the page, with the state of the user and the list or details of guards. */
export const Dock = ({ access, guards, chosen, search, onChoose, onClose }: DockProps): ReactNode => {
  const [left, setLeft] = useState(false);
  const dock = useRef<HTMLElement>(null);
  const key = chosen?.key;
  useEffect(() => {
    if (key !== undefined) dock.current?.focus({ preventScroll: true });
  }, [key]);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (chosen) onChoose(undefined);
    else onClose();
  };
  return (
    <section
      ref={dock}
      className="dock"
      role="dialog"
      aria-label="Licet devtools"
      tabIndex={-1}
      data-side={left ? 'start' : undefined}
      onKeyDown={leave}
    >
      <div className="head">
        {chosen ? (
          <button type="button" className="btn" onClick={() => onChoose(undefined)}>
            All guards
          </button>
        ) : (
          <Mark />
        )}
        <h2 className="spring">{chosen ? chosen.what : 'Licet devtools'}</h2>
        <button
          type="button"
          className="btn quiet side"
          aria-label="Move to the other side"
          onClick={() => setLeft(!left)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={left ? 'M3 8h9M9 5l3 3-3 3' : 'M13 8H4M7 5L4 8l3 3'} />
          </svg>
        </button>
        <button type="button" className="btn quiet" aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </div>
      {chosen ? <Chosen guard={chosen} /> : <Standing access={access} />}
      {!chosen && <GuardList guards={guards} search={search} onChoose={onChoose} />}
    </section>
  );
};

const Standing = ({ access }: { readonly access: Access }): ReactNode => {
  const { status, user, expiresAt } = useAccessOf(access);
  const left = expiresAt === undefined ? 0 : expiresAt - (access.source.now?.() ?? Date.now() / 1000);
  const version = versionOf(access.source.current());
  return (
    <dl className="facts">
      <dt>Status</dt>
      <dd>
        <VerdictIcon permitted={status === 'valid'} />
        {STANDING[status]}
      </dd>
      {expiresAt !== undefined && (
        <>
          <dt>Expires</dt>
          <dd>{left > 0 ? `in ${countdown(left)}` : 'has expired'}</dd>
        </>
      )}
      {user !== undefined && (
        <>
          <dt>Person</dt>
          <dd className="wide">{user}</dd>
        </>
      )}
      {version !== undefined && (
        <>
          <dt>Version</dt>
          <dd>{version}</dd>
        </>
      )}
    </dl>
  );
};

const Chosen = ({ guard }: { readonly guard: FoundGuard }): ReactNode => {
  const { access, names } = guard;
  const catalogue = useCatalogue(access.source, access.snapshot().status === 'valid');
  const element = elementOf(guard);
  return (
    <section className="scroll" aria-label={guard.label}>
      {names.length === 0 && <p className="report">It wants {guard.label}.</p>}
      {names.map((name) => (
        <Report key={`${name.kind} ${name.name}`} access={access} wanted={name} catalogue={catalogue} />
      ))}
      <div className="report row">
        {element ? (
          <button
            type="button"
            className="btn"
            onClick={() => element.scrollIntoView({ block: 'center', behavior: 'smooth' })}
          >
            Show it on the page
          </button>
        ) : (
          <p className="note">It shows nothing on the page now.</p>
        )}
      </div>
    </section>
  );
};

/**
 * Returns the names in the application's catalogue, or undefined while they are loading and if the source has no
 * catalogue.
 */
const useCatalogue = ({ explain }: AccessSource, valid: boolean): Catalogue | undefined => {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    if (!explain || !valid) return;
    let current = true;
    explain.catalogue().then(
      (known) => current && setCatalogue(known),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [explain, valid]);
  return explain && catalogue;
};

interface GuardListProps {
  readonly guards: readonly FoundGuard[];
  readonly search: Ref<HTMLInputElement>;
  readonly onChoose: (guard: FoundGuard) => void;
}

/** Lists all guards of the page, refused guards first. Guards with the same requirement and result share a line. */
const GuardList = ({ guards, search, onChoose }: GuardListProps): ReactNode => {
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

/** Groups guards with the same requirement and result. */
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

/**
 * Returns the change number at which Licet computed the token (the claim `ver`). Returns undefined for other issuers'
 * tokens.
 */
export const versionOf = (signInState: SignInState): number | undefined => {
  if (signInState.status !== 'held') return undefined;
  try {
    const payload: unknown = typeof signInState.token === 'string' ? read(signInState.token) : signInState.token;
    const version = Object.hasOwn(payload as object, 'ver') ? Reflect.get(payload as object, 'ver') : undefined;
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
};

// Other claims with non-ASCII text are decoded wrongly. This does no harm, because only a number is read.
const read = (jwt: string): unknown =>
  JSON.parse(atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
