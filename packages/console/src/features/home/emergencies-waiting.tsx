import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EndsIcon } from '../../ui/icon.tsx';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { emergenciesQuery } from './queries.ts';
import { words } from './words.ts';

/** Emergencies whose review is still open. */
export function EmergenciesWaiting(): ReactNode {
  const { data } = useQuery(emergenciesQuery);
  const waiting = data?.items.filter(({ mayReview }) => mayReview === 'yes') ?? [];
  if (waiting.length === 0) return null;
  return (
    <Section
      title={words.emergencies}
      n={waiting.length}
      end={
        <TextLink to="/emergencies" search={{ state: 'unreviewed' }} className="small">
          {words.allEmergencies}
        </TextLink>
      }
    >
      <div className="lines">
        {waiting.map(({ id, user, role, application, reason, at }) => (
          <PlainLink key={id} to="/inbox" search={{ view: 'waiting', open: `emergency.${id}` }}>
            <EndsIcon />
            <span className="grow">
              <span className="block">
                <b>{user.name}</b> {words.took(role.name)} {words.inApplication(application.name)}
              </span>
              <span className="text-faint small ellipsis block">{words.quoted(reason)}</span>
            </span>
            <span className="text-muted small nowrap">
              <Time at={at} />
            </span>
            <ChevronRightIcon className="hide-on-phone" />
          </PlainLink>
        ))}
      </div>
    </Section>
  );
}
