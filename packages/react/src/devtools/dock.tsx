'use client';

import type { Access } from '@licet/client';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Mark } from '../denied/icons.tsx';
import { useAccessOf } from '../use-access-of.ts';
import { elementOf } from './boxes.ts';
import type { FoundGuard } from './find-guards.ts';
import { GuardList } from './guard-list.tsx';
import { Report } from './report.tsx';
import { versionOf } from './token-version.ts';
import { useCatalogue } from './use-catalogue.ts';
import { VerdictIcon } from './verdict.tsx';
import { countdown, STANDING } from './words.ts';

export interface DockProps {
  readonly access: Access;
  readonly guards: readonly FoundGuard[];
  readonly chosen: FoundGuard | undefined;
  readonly search: Ref<HTMLInputElement>;
  readonly onChoose: (guard: FoundGuard | undefined) => void;
  readonly onClose: () => void;
}

/** The panel beside the page: where the person stands, and the list of guards or one of them in full. */
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
      data-side={left ? 'left' : undefined}
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
          aria-label={left ? 'Move to the right' : 'Move to the left'}
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
      {names.map((wanted) => (
        <Report key={`${wanted.kind} ${wanted.name}`} access={access} wanted={wanted} catalogue={catalogue} />
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
