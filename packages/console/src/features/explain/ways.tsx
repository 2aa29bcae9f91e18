import type { ReactNode } from 'react';
import { PathDetail, pathKey } from '../../blocks/path-list.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { useMay } from '../../session/may.ts';
import { TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import type { Answered } from './verdict.tsx';
import { words } from './words.ts';
import './explain.css';

/** Every way that leads to the permission, running downwards, with since when and until when. */
export function Ways({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { paths, pathCount, application, user, permission } = decision;
  const { mayIn } = useMay();
  const mayOpen = tense === 'now' && mayIn('applications.read', application.id);
  const n = pathCount > paths.length ? words.firstWays(paths.length, pathCount) : words.wayCount(pathCount);
  return (
    <Section title={words.ways[tense]} n={n}>
      <ol className="ways lines">
        {paths.map((path) => (
          <li key={pathKey(path)}>
            <div className="grow">
              <PathDetail path={path} person={user} permission={permission.name} />
            </div>
            {mayOpen && (
              <TextLink
                className="small"
                to="/applications/$application"
                params={{ application: application.id }}
                search={{ tab: 'grants', open: path.grant }}
              >
                {words.openGrant}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
