import { type AccessSummary, licetApplication } from '@licet/contract';
import type { ReactNode } from 'react';
import { ApplicationSquare } from '../../blocks/application-square.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { words } from './words.ts';

const ROLES_SHOWN = 3;

/** What I may do, an application a line. */
export function MyApplications({ mine }: { mine: readonly AccessSummary[] }): ReactNode {
  return (
    <Section
      title={words.mine}
      n={mine.length}
      end={
        <TextLink to="/me" search={{ tab: 'access' }} className="small">
          {words.myAccess}
        </TextLink>
      }
    >
      {mine.length === 0 ? (
        <div className="lines">
          <EmptyState title={words.nothingMine}>{words.nothingMineText}</EmptyState>
        </div>
      ) : (
        <div className="lines">
          {mine.map((summary) => (
            <MyApplication key={summary.application.id} summary={summary} />
          ))}
        </div>
      )}
    </Section>
  );
}

function MyApplication({ summary }: { summary: AccessSummary }): ReactNode {
  const { application, admin, roles, permissions, changesAt } = summary;
  const more = roles.length - ROLES_SHOWN;
  return (
    <PlainLink to="/me" search={{ tab: 'access', application: application.id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>{application.name}</b>
        <span className="text-faint small ellipsis block">
          {admin ? words.everything : words.permissions(permissions)}
          {application.id === licetApplication && `, ${words.thisConsole}`}
        </span>
      </span>
      <span className="hide-on-phone">
        <Tags>
          {roles.slice(0, ROLES_SHOWN).map((role) => (
            <Tag key={role.id} icon={IdCardIcon}>
              {role.name}
            </Tag>
          ))}
          {more > 0 && <span className="text-faint small">+{more}</span>}
        </Tags>
      </span>
      {changesAt !== null && (
        <span className="text-muted small next-change">
          {words.changes} <Time at={changesAt} />
        </span>
      )}
    </PlainLink>
  );
}
