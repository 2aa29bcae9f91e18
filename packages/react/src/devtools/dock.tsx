'use client';

import type { Access, AccessSource, Catalogue, SignInState } from '@licet/client';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Mark } from '../denied/icons.tsx';
import { useAccessOf } from '../use-access-of.ts';
import { elementOf } from './boxes.ts';
import type { FoundGuard } from './find-guards.ts';
import { Report } from './report.tsx';
import { VerdictIcon, wordOf } from './verdict.tsx';
import type { Texts } from './words.en.ts';
import { countdown, useTexts } from './words.ts';

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
  const texts = useTexts();
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
      aria-label={texts.tools}
      lang={texts.language}
      tabIndex={-1}
      data-side={left ? 'start' : undefined}
      onKeyDown={leave}
    >
      <div className="head">
        {chosen ? (
          <button type="button" className="btn" onClick={() => onChoose(undefined)}>
            {texts.all}
          </button>
        ) : (
          <Mark />
        )}
        <h2 className="spring">{chosen ? chosen.what : texts.tools}</h2>
        <button type="button" className="btn quiet side" aria-label={texts.otherSide} onClick={() => setLeft(!left)}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={left ? 'M3 8h9M9 5l3 3-3 3' : 'M13 8H4M7 5L4 8l3 3'} />
          </svg>
        </button>
        <button type="button" className="btn quiet" aria-label={texts.close} onClick={onClose}>
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
  const texts = useTexts();
  const { status, user, expiresAt } = useAccessOf(access);
  const left = expiresAt === undefined ? 0 : expiresAt - (access.source.now?.() ?? Date.now() / 1000);
  const version = versionOf(access.source.current());
  return (
    <dl className="facts">
      <dt>{texts.status}</dt>
      <dd>
        <VerdictIcon permitted={status === 'valid'} />
        {texts.standing[status]}
      </dd>
      {expiresAt !== undefined && (
        <>
          <dt>{texts.expires}</dt>
          <dd>{left > 0 ? texts.expiresIn(countdown(left)) : texts.hasExpired}</dd>
        </>
      )}
      {user !== undefined && (
        <>
          <dt>{texts.person}</dt>
          <dd className="wide">{user}</dd>
        </>
      )}
      {version !== undefined && (
        <>
          <dt>{texts.version}</dt>
          <dd>{version}</dd>
        </>
      )}
    </dl>
  );
};

const Chosen = ({ guard }: { readonly guard: FoundGuard }): ReactNode => {
  const texts = useTexts();
  const { access, names } = guard;
  const catalogue = useCatalogue(access.source, access.snapshot().status === 'valid');
  const element = elementOf(guard);
  return (
    <section className="scroll" aria-label={guard.label}>
      {names.length === 0 && <p className="report">{texts.wants(guard.label)}</p>}
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
            {texts.show}
          </button>
        ) : (
          <p className="note">{texts.hidden}</p>
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
  const texts = useTexts();
  const [sought, setSought] = useState('');
  const id = useId();
  const refused = guards.filter(({ permitted }) => !permitted).length;
  const words = sought.toLowerCase().split(/\s+/);
  const groups = alike(guards)
    .filter(([first]) => words.every((word) => textOf(texts, first).includes(word)))
    .sort(([a], [b]) => Number(a?.permitted) - Number(b?.permitted));
  return (
    <>
      <div className="find">
        <input
          ref={search}
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          aria-describedby={`${id}counts`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <p className="note" id={`${id}counts`}>
          {texts.guardCount(guards.length)}: <b>{texts.refusedCount(refused)}</b>,{' '}
          <b>{texts.permittedCount(guards.length - refused)}</b>
        </p>
      </div>
      <section className="scroll" aria-label={texts.guards}>
        <ul className="list">
          {groups.map((group) => {
            const [guard] = group;
            return (
              guard && (
                <li key={`${guard.key} ${guard.permitted}`}>
                  <button type="button" className="line" onClick={() => onChoose(guard)}>
                    <VerdictIcon permitted={guard.permitted} />
                    <span className="word">{wordOf(texts, guard.permitted)}</span>
                    <span className="what">
                      <code>{guard.label}</code>
                      <small>
                        {guard.what}
                        {group.every(({ nodes }) => nodes.length === 0) && texts.showsNothing}
                      </small>
                    </span>
                    {group.length > 1 && <span className="count">{texts.times(group.length)}</span>}
                  </button>
                </li>
              )
            );
          })}
        </ul>
        {groups.length === 0 && <p className="report">{guards.length === 0 ? texts.noGuard : texts.noneFound}</p>}
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

const textOf = (texts: Texts, guard: FoundGuard | undefined): string =>
  guard ? `${wordOf(texts, guard.permitted)} ${guard.label} ${guard.what}`.toLowerCase() : '';

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
