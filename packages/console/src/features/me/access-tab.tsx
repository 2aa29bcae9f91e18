import type { AccessSummary } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ApplicationSquare } from '../../blocks/application-square.tsx';
import { PageBody } from '../../shell/page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ChevronDownIcon, ChevronRightIcon, IdCardIcon } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { AccessIn } from './access-in.tsx';
import { myAccess } from './queries.ts';
import { words } from './words.ts';
import './access-tab.css';

const route = getRouteApi('/signed-in/me');

/** What I may do, an application a line, each opening to the path of every item. */
export function AccessTab(): ReactNode {
  const { data, error, refetch } = useQuery(myAccess);
  const [address, change] = useAddress(route);
  const items = data?.items;
  const open = address.application ?? (items?.length === 1 ? items[0]?.application.id : undefined);
  const toggle = (id: string) => change({ application: open === id ? undefined : id }, true);

  if (!items) {
    return (
      <PageBody>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}</PageBody>
    );
  }
  if (items.length === 0) {
    return (
      <PageBody>
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      </PageBody>
    );
  }
  return (
    <PageBody>
      <p className="text-muted me-lead">{words.accessLead}</p>
      <div className="me-access">
        {items.map((summary) => (
          <AccessOf
            key={summary.application.id}
            summary={summary}
            open={open === summary.application.id}
            onToggle={() => toggle(summary.application.id)}
          />
        ))}
      </div>
    </PageBody>
  );
}

function AccessOf({
  summary,
  open,
  onToggle,
}: {
  summary: AccessSummary;
  open: boolean;
  onToggle: () => void;
}): ReactNode {
  const { application, admin, roles, permissions, changesAt, tokenBytes } = summary;
  const contentId = useId();
  return (
    <section className="me-application" aria-label={application.name}>
      <h2>
        <button type="button" className="me-toggle" aria-expanded={open} aria-controls={contentId} onClick={onToggle}>
          {open ? <ChevronDownIcon small /> : <ChevronRightIcon small />}
          <ApplicationSquare application={application} />
          <span>{application.name}</span>
          <span className="text-faint me-count">{admin ? words.everything : words.permissions(permissions)}</span>
          <span className="me-end">
            <span className="hide-on-phone">
              <Tags>
                {roles.slice(0, 3).map((role) => (
                  <Tag key={role.id} icon={IdCardIcon}>
                    {role.name}
                  </Tag>
                ))}
              </Tags>
            </span>
            {changesAt !== null && (
              <span className="text-muted small hide-on-phone">
                {words.changes} <Time at={changesAt} />
              </span>
            )}
            <span className="text-faint small hide-on-phone">{words.token(sizeOf(tokenBytes))}</span>
          </span>
        </button>
      </h2>
      <div id={contentId} hidden={!open}>
        {open && <AccessIn application={application} admin={admin} />}
      </div>
    </section>
  );
}

const sizeOf = (bytes: number): string => `${formatNumber(bytes / 1024, { maximumFractionDigits: 1 })} kB`;
