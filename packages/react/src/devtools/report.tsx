'use client';

import type { Access, AccessPath, Catalogue } from '@licet/client';
import type { ReactNode } from 'react';
import { type Refusal, useRefusal } from '../denied/use-refusal.ts';
import { moment, words } from '../denied/words.en.ts';
import type { WantedName } from './find-guards.ts';
import { VerdictIcon, wordOf } from './verdict.tsx';
import { reasonOf } from './words.ts';

export interface ReportProps {
  readonly access: Access;
  readonly wanted: WantedName;
  readonly catalogue: Catalogue | undefined;
}

/** Shows the result of the rule for one name, and the server's explanation if the source can request it. */
export const Report = ({ access, wanted: { kind, name }, catalogue }: ReportProps): ReactNode => {
  const refusal = useRefusal(access, { [kind]: name }, { shown: true, place: () => '' });
  const { permitted, decision, explains, error, loading, now } = refusal;
  const { token } = access.snapshot();
  const list = kind === 'role' ? catalogue?.roles : catalogue?.permissions;
  const entry = list?.find((each) => each.name === name);
  const title = entry?.title ?? decision?.permission.title ?? '';
  const known = kind === 'permission' && decision ? decision.permission.known : list && entry !== undefined;
  return (
    <div className="report">
      <div>
        <h4>{kind === 'role' ? 'Role' : 'Permission'}</h4>
        <h3>{title === '' || title === name ? <code>{name}</code> : title}</h3>
        {title !== '' && title !== name && <code>{name}</code>}
      </div>
      <div>
        <div className="verdict">
          <VerdictIcon permitted={permitted} />
          {wordOf(permitted)}
        </div>
        <p>{reasonOf(token, kind, name, now / 1000)}</p>
      </div>
      {kind === 'permission' && explains && (
        <div>
          <h4>How it comes, says the server</h4>
          {error && !decision ? (
            <>
              <p className="error" role="alert">
                {error.message}
              </p>
              <button type="button" className="btn" onClick={refusal.reload}>
                Try again
              </button>
            </>
          ) : decision ? (
            <Paths refusal={refusal} />
          ) : (
            <p>{loading ? 'Asking…' : 'Nobody is signed in whom it could be asked about.'}</p>
          )}
        </div>
      )}
      {!permitted && decision && decision.roles.length > 0 && (
        <div>
          <h4>What would bring it</h4>
          <p>{words.bringing(decision.roles)}</p>
        </div>
      )}
      <div>
        <h4>Catalogue</h4>
        <p className={known === false ? 'error' : undefined}>
          {known === undefined
            ? 'Not known: this token’s issuer has none to ask here.'
            : known || (kind === 'role' && name === 'admin')
              ? 'The name is in the application’s catalogue.'
              : 'The name is not in the application’s catalogue: nobody but admins is let through. Correct it, or add it.'}
        </p>
      </div>
      {refusal.reasonsUrl !== undefined && (
        <p>
          <a href={refusal.reasonsUrl} target="_blank" rel="noreferrer">
            All the reasons, in the console
          </a>
        </p>
      )}
    </div>
  );
};

const Paths = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const { decision, permitted, now } = refusal;
  if (!decision) return null;
  const more = decision.pathCount - decision.paths.length;
  return (
    <>
      {decision.permitted !== permitted && (
        <p className="error">
          The server says {decision.permitted ? 'permitted' : 'refused'} as of version {decision.version}: this token is
          older, or its list is.
        </p>
      )}
      {decision.paths.length === 0 && <p>No grant leads from you to it.</p>}
      {decision.paths.map((path) => (
        <div key={path.grant + path.roles.map(({ id }) => id).join()}>
          <ol className="path">
            {stepsOf(path, decision.permission.name).map(([kind, name]) => (
              <li key={`${kind} ${name}`}>
                <span>
                  <small>{kind}</small>
                  {name}
                </span>
              </li>
            ))}
          </ol>
          <p className="note">
            {path.ends === null ? 'With no end' : `Until ${moment(path.ends, now)}`}
            {path.reason !== '' && `: “${path.reason}”`}
          </p>
        </div>
      ))}
      {more > 0 && <p className="note">and {more} more</p>}
    </>
  );
};

const stepsOf = ({ groups, roles }: AccessPath, permission: string): (readonly [string, string])[] => [
  ['person', 'you'],
  ...groups.map(({ name }) => ['group', name] as const),
  ...roles.map(({ name }) => ['role', name] as const),
  ['permission', permission],
];
