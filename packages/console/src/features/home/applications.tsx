import { type Application, licetApplication } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationSquare } from '../../blocks/application-square.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { applicationsShownQuery } from './queries.ts';
import { words } from './words.ts';

/** The applications that I look after. */
export function Applications(): ReactNode {
  const { data } = useQuery(applicationsShownQuery);
  return (
    <Section
      title={words.applications}
      n={data && `${formatNumber(data.total)}${data.atLeast ? '+' : ''}`}
      end={
        <TextLink to="/applications" className="small">
          {words.all}
        </TextLink>
      }
    >
      {data ? (
        <div className="lines">
          {data.items.map((application) => (
            <ApplicationLine key={application.id} application={application} />
          ))}
        </div>
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Section>
  );
}

function ApplicationLine({ application }: { application: Application }): ReactNode {
  const { id, name, roles, permissions, grants } = application;
  const own = id === licetApplication;
  return (
    <PlainLink to="/applications/$application" params={{ application: id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>{name}</b>
        <span className="text-faint small ellipsis block">
          {own ? words.thisConsole : words.rolesAndPermissions(roles, permissions)}
        </span>
      </span>
      <span className="text-muted small">{words.grants(grants)}</span>
    </PlainLink>
  );
}
