import type { Decision } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pathSteps } from '../../blocks/path-list.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { Path, type PathStep } from '../../ui/path.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { heldQuery } from './queries.ts';
import { words } from './words.ts';
import './held.css';

const SHOWN = 6;

/** What the person holds in the application, each item by its first path. */
export function Held({ decision, tense, at }: { decision: Decision; tense: Tense; at: string | undefined }): ReactNode {
  const { application, user, held } = decision;
  const { data, isPending } = useQuery(heldQuery(application.id, user.id, at));
  const title = words.holds[tense](application.name);
  const nothing = held.roles.length === 0 && held.permissions === 0;
  const person: PathStep = { kind: 'person', label: user.name, bare: true };
  const roles = (data?.roles ?? []).filter(({ paths }) => paths.some((path) => path.roles.length <= 1));
  const alone = (data?.permissions.items ?? []).flatMap((item) => {
    const path = item.paths.find((one) => one.roles.length === 0 && !one.admin);
    return path ? [{ item, path }] : [];
  });
  return (
    <Section title={title}>
      {nothing && <p className="text-muted">{words.holdsNothing[tense]}</p>}
      {!nothing && isPending && <SkeletonLines lines={2} />}
      {!nothing && (
        <div className="held">
          {roles.slice(0, SHOWN).map(({ id, paths }) => {
            const [path] = paths;
            return path && <Path key={id} steps={[person, ...pathSteps(path)]} />;
          })}
          {alone.slice(0, SHOWN).map(({ item, path }) => (
            <Path key={item.id} steps={[person, ...pathSteps(path), { kind: 'permission', label: item.name }]} />
          ))}
          <p className="text-muted small">{words.inAll(held.roles.length, words.permissions(held.permissions))}</p>
        </div>
      )}
    </Section>
  );
}
