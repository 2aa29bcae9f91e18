'use client';

import type { Access, AccessPath, Catalogue } from '@licet/client';
import type { ReactNode } from 'react';
import { type Refusal, useRefusal } from '../denied/use-refusal.ts';
import { useWords } from '../denied/words.ts';
import type { WantedName } from './find-guards.ts';
import { VerdictIcon, wordOf } from './verdict.tsx';
import type { Texts } from './words.en.ts';
import { reasonOf, useTexts } from './words.ts';

export interface ReportProps {
  readonly access: Access;
  readonly wanted: WantedName;
  readonly catalogue: Catalogue | undefined;
}

/** Shows the result of the rule for one name, and the server's explanation if the source can request it. */
export const Report = ({ access, wanted: { kind, name }, catalogue }: ReportProps): ReactNode => {
  const texts = useTexts();
  const words = useWords({ language: texts.language, languages: undefined });
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
        <h4>{texts[kind]}</h4>
        <h3>{title === '' || title === name ? <code>{name}</code> : title}</h3>
        {title !== '' && title !== name && <code>{name}</code>}
      </div>
      <div>
        <div className="verdict">
          <VerdictIcon permitted={permitted} />
          {wordOf(texts, permitted)}
        </div>
        <p>{reasonOf(texts, token, kind, name, now / 1000)}</p>
      </div>
      {kind === 'permission' && explains && (
        <div>
          <h4>{texts.path}</h4>
          {error && !decision ? (
            <>
              <p className="error" role="alert">
                {error.message}
              </p>
              <button type="button" className="btn" onClick={refusal.reload}>
                {texts.tryAgain}
              </button>
            </>
          ) : decision ? (
            <Paths refusal={refusal} />
          ) : (
            <p>{loading ? texts.asking : texts.noUser}</p>
          )}
        </div>
      )}
      {!permitted && decision && decision.roles.length > 0 && (
        <div>
          <h4>{texts.bringing}</h4>
          <p>{words?.bringing(decision.roles)}</p>
        </div>
      )}
      <div>
        <h4>{texts.catalogue}</h4>
        <p className={known === false ? 'error' : undefined}>
          {known === undefined
            ? texts.noCatalogue
            : known || (kind === 'role' && name === 'admin')
              ? texts.inCatalogue
              : texts.notInCatalogue}
        </p>
      </div>
      {refusal.reasonsUrl !== undefined && (
        <p>
          <a href={refusal.reasonsUrl} target="_blank" rel="noreferrer">
            {texts.reasons}
          </a>
        </p>
      )}
    </div>
  );
};

const Paths = ({ refusal }: { readonly refusal: Refusal }): ReactNode => {
  const texts = useTexts();
  const { decision, permitted, now } = refusal;
  if (!decision) return null;
  const more = decision.pathCount - decision.paths.length;
  return (
    <>
      {decision.permitted !== permitted && <p className="error">{texts.older(decision.permitted, decision.version)}</p>}
      {decision.paths.length === 0 && <p>{texts.noGrant}</p>}
      {decision.paths.map((path) => (
        <div key={path.grant + path.roles.map(({ id }) => id).join()}>
          <ol className="path">
            {stepsOf(texts, path, decision.permission.name).map(([kind, name]) => (
              <li key={`${kind} ${name}`}>
                <span>
                  <small>{kind}</small>
                  {name}
                </span>
              </li>
            ))}
          </ol>
          <p className="note">
            {texts.until(path.ends, now)}
            {path.reason !== '' && `: “${path.reason}”`}
          </p>
        </div>
      ))}
      {more > 0 && <p className="note">{texts.more(more)}</p>}
    </>
  );
};

const stepsOf = (texts: Texts, { groups, roles }: AccessPath, permission: string): (readonly [string, string])[] => [
  [texts.steps.person, texts.you],
  ...groups.map(({ name }) => [texts.steps.group, name] as const),
  ...roles.map(({ name }) => [texts.steps.role, name] as const),
  [texts.steps.permission, permission],
];
