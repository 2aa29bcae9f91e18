import type { Home, Ending as Item } from '@licet/contract';
import type { ReactNode } from 'react';
import { ApplicationName } from '../../blocks/chips.tsx';
import { useMay } from '../../session/may.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import { Section } from '../../ui/section.tsx';
import { EndsAt } from '../../ui/time.tsx';
import { words } from './words.ts';
import './home.css';

/** The first items that end soon, with holder and application, and a link to the whole list. */
export function Ending({ ending: { items, total } }: { ending: Home['ending'] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <Section title={words.ending} n={total} end={<TextLink to="/ending">{words.allEnding}</TextLink>}>
      <div className="lines">
        {items.map((it) => (
          <EndingLine key={it.kind === 'exception' ? it.exception.id : it.grant.id} of={it} />
        ))}
      </div>
    </Section>
  );
}

const pathKinds = { user: 'person', group: 'group', client: 'program' } as const;

function EndingLine({ of: it }: { of: Item }): ReactNode {
  const { ends } = it.kind === 'exception' ? it.exception : it.grant;
  const holder = it.kind === 'exception' ? it.exception.holder : it.grant.principal;
  const { may, mayIn } = useMay();
  const extendable = it.kind === 'exception' ? may('separations.manage') : mayIn('grants.manage', it.grant.application);
  const what = it.kind === 'exception' ? it.exception.separation.name : it.grant.gives.name;
  return (
    <div className="ending-row">
      <span className="lead-column">
        <EndsAt at={ends} />
      </span>
      <span className="grow ellipsis">
        <Path
          steps={[
            { kind: pathKinds[holder.kind], label: holder.name },
            { kind: it.kind !== 'exception' && it.grant.gives.kind === 'role' ? 'role' : 'alone', label: what },
          ]}
        />
      </span>
      <span className="ending-where ellipsis text-muted hide-on-phone">
        {it.kind === 'exception' ? words.exception : <ApplicationName id={it.grant.application} />}
      </span>
      {extendable && (
        <ButtonLink
          small
          to="/ending"
          search={{ principal: holder.id }}
          aria-label={words.extendWhat(what, holder.name)}
        >
          {words.extend}
        </ButtonLink>
      )}
    </div>
  );
}
