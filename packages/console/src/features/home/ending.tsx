import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/application-name.tsx';
import { useMay } from '../../session/may.ts';
import { ButtonLink, PlainLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import { Section } from '../../ui/section.tsx';
import { EndsAt } from '../../ui/time.tsx';
import { words } from './words.ts';
import './ending.css';

/** Grants that end soon: when, whose, what, where; to extend in time, or to let end. */
export function Ending({ grants }: { grants: readonly Grant[] }): ReactNode {
  if (grants.length === 0) return null;
  return (
    <Section title={words.ending} n={words.endingCount(grants.length)}>
      <div className="lines">
        {grants.map((grant) => (
          <EndingLine key={grant.id} grant={grant} />
        ))}
      </div>
    </Section>
  );
}

/** What the section shows, in seconds. */
const week = 604_800;

const stations = { user: 'person', group: 'group', client: 'program' } as const;

function EndingLine({ grant }: { grant: Grant }): ReactNode {
  const { mayIn } = useMay();
  const { principal, gives, application } = grant;
  const extendable = mayIn('grants.manage', application);
  return (
    <div className="ending-row">
      <span className="lead-column">
        <EndsAt at={grant.ends} />
      </span>
      <span className="grow ellipsis">
        <Path
          steps={[
            { kind: stations[principal.kind], label: principal.name },
            { kind: gives.kind === 'role' ? 'role' : 'alone', label: gives.name },
          ]}
        />
      </span>
      <PlainLink
        className="text-muted hide-on-phone"
        to="/applications/$application"
        params={{ application }}
        search={{ tab: 'grants', endsWithin: week }}
      >
        <ApplicationName id={application} />
      </PlainLink>
      {extendable && (
        <ButtonLink
          small
          to="/applications/$application"
          params={{ application }}
          search={{ tab: 'grants', open: grant.id, edit: '1' }}
          aria-label={words.extendWhat(gives.name, principal.name)}
        >
          {words.extend}
        </ButtonLink>
      )}
    </div>
  );
}
