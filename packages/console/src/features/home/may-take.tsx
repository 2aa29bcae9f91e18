import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { roleOffersQuery } from '../../blocks/roles.ts';
import { ChevronRightIcon, ZapIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';

/** The roles that the viewer may take in an emergency. */
export function MayTake(): ReactNode {
  const { data } = useQuery(roleOffersQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.mayTake} n={data.items.length}>
      <div className="lines">
        {data.items.map(({ role, application, seconds }) => (
          <PlainLink key={role.id} to="/emergencies">
            <ZapIcon />
            <span className="grow">
              <span className="block">
                <b>{role.name}</b> <span className="text-muted">{words.inApplication(application.name)}</span>
              </span>
              {role.title && <span className="text-faint small ellipsis block">{role.title}</span>}
            </span>
            <span className="text-muted small nowrap">{words.forLong(lengthText(seconds))}</span>
            <ChevronRightIcon className="hide-on-phone" />
          </PlainLink>
        ))}
      </div>
    </Section>
  );
}
