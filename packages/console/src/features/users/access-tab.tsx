import { type AccessSummary, limits, type User } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { LockIcon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { userAccess, userAccessIn } from './queries.ts';
import { accessWords as words } from './words.ts';
import '../../blocks/entity-page.css';
import { ShowMore } from '../../blocks/show-more.tsx';
import { countText } from '../../blocks/use-list.ts';
import { Callout } from '../../ui/callout.tsx';
import { ChevronDownIcon, ChevronRightIcon, ExternalLinkIcon, IdCardIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AppSquare, Tag, Tags } from '../../ui/who.tsx';
import { AccessTable } from './access-table.tsx';
import './users.css';
import { formatNumber } from '../../ui/format.ts';

const OPEN_UP_TO = 3;

interface AccessTabProps {
  user: User;
  /** The text in the search field. `q` takes its value after a pause in typing. */
  typed: string;
  onType: (typed: string) => void;
  q: string;
  /** The expanded applications; undefined to expand the first few. */
  open: readonly string[] | undefined;
  onOpen: (applications: readonly string[]) => void;
}

/** A user's access by application, each a section that expands to permissions and their paths. */
export function AccessTab({ user, typed, onType, q, open, onOpen }: AccessTabProps): ReactNode {
  const summaries = useQuery(userAccess(user.id));
  const items = summaries.data?.items;
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const onLoaded = useCallback((application: string) => setLoaded((before) => new Set(before).add(application)), []);

  if (summaries.error && items === undefined) {
    return (
      <div className="body">
        <ErrorState error={summaries.error} onRetry={() => void summaries.refetch()} />
      </div>
    );
  }
  if (items === undefined) {
    return (
      <div className="body">
        <div className="padded">
          <SkeletonLines lines={6} />
        </div>
      </div>
    );
  }
  if (items.length === 0) return <NoAccess user={user} />;

  const shown = open ?? items.slice(0, OPEN_UP_TO).map((item) => item.application.id);
  const toggle = (id: string) => onOpen(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
  // Hide what is below a section that is still loading, since it would move down when the section has loaded.
  const waiting = items.findIndex(({ application: { id } }) => shown.includes(id) && !loaded.has(id));
  return (
    <>
      <Tools wrap>
        <SearchField label={words.search} value={typed} onChange={onType} />
      </Tools>
      <div className="body access wide-table">
        {items.map((summary, index) => (
          <AccessSection
            key={summary.application.id}
            user={user}
            summary={summary}
            q={q}
            open={shown.includes(summary.application.id)}
            onToggle={() => toggle(summary.application.id)}
            hidden={waiting !== -1 && index > waiting}
            onLoaded={onLoaded}
          />
        ))}
      </div>
    </>
  );
}

function NoAccess({ user }: { user: User }): ReactNode {
  return (
    <div className="body">
      <EmptyState icon={LockIcon} title={words.empty}>
        {user.status === 'suspended' ? words.emptySuspended : words.emptyText(user.name)}
      </EmptyState>
    </div>
  );
}

interface AccessSectionProps {
  user: User;
  summary: AccessSummary;
  q: string;
  open: boolean;
  onToggle: () => void;
  /** Whether the section loads without being visible. */
  hidden: boolean;
  /** Called when the content has loaded or failed. Must keep its identity between renders. */
  onLoaded: (application: string) => void;
}

/** A user's access in one application: a line that expands to roles, permissions and their paths. */
function AccessSection({ user, summary, q, open, onToggle, hidden, onLoaded }: AccessSectionProps): ReactNode {
  const { application, admin, roles, permissions, tokenBytes } = summary;
  const contentId = useId();
  return (
    <section aria-label={application.name} hidden={hidden}>
      <div className="access-head">
        <button
          type="button"
          className="access-toggle"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={onToggle}
        >
          {open ? <ChevronDownIcon small /> : <ChevronRightIcon small />}
          <AppSquare name={application.name} />
          <span className="access-name">{application.name}</span>
          {!(admin && permissions === 0) && (
            <span className="text-faint">{words.permissions(countText(permissions))}</span>
          )}
        </button>
        {!open && (
          <span className="access-brief hide-on-phone">
            <Tags>
              {roles.slice(0, 3).map((role) => (
                <Tag key={role.id} icon={IdCardIcon}>
                  {role.name}
                </Tag>
              ))}
            </Tags>
          </span>
        )}
        <span className="access-end">
          {admin && <Tag icon={IdCardIcon}>{words.admin}</Tag>}
          <span
            className={
              tokenFit(tokenBytes) === 'fits' ? 'text-faint small hide-on-phone' : 'text-muted small hide-on-phone'
            }
          >
            {tokenWords(tokenBytes)}
          </span>
          <PlainLink
            className="button quiet icon-only compact"
            to="/applications/$application"
            params={{ application: application.id }}
            title={words.openApplication(application.name)}
          >
            <ExternalLinkIcon />
            <VisuallyHidden>{words.openApplication(application.name)}</VisuallyHidden>
          </PlainLink>
        </span>
      </div>
      <div id={contentId} hidden={!open}>
        {open && <Content user={user} summary={summary} q={q} onLoaded={onLoaded} />}
      </div>
    </section>
  );
}

function Content(props: Pick<AccessSectionProps, 'user' | 'summary' | 'q' | 'onLoaded'>): ReactNode {
  const { user, summary, q, onLoaded } = props;
  const { application, admin, roles, permissions: all, tokenBytes } = summary;
  const query = useInfiniteQuery(userAccessIn(user.id, application.id, q));
  const pages = query.data?.pages;
  const items = pages?.flatMap((page) => page.permissions.items);
  const total = pages?.[0]?.permissions.total ?? 0;
  const note = tokenNote(tokenBytes);
  const isLoaded = !query.isPending;
  useEffect(() => {
    if (isLoaded) onLoaded(application.id);
  }, [isLoaded, onLoaded, application.id]);

  if (query.error && items === undefined) {
    return <ErrorState small error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <div className="access-notes">
        {admin && (
          <Callout icon={IdCardIcon}>
            <b>{words.adminTitle}.</b> {words.adminText(application.name)}
          </Callout>
        )}
        {note !== undefined && <Callout>{note}</Callout>}
        {roles.length > 0 && (
          <p className="access-roles">
            <span className="text-faint small">{words.rolesTitle}</span>
            {roles.map((role) => (
              <Tag key={role.id} icon={IdCardIcon}>
                {role.name}
              </Tag>
            ))}
          </p>
        )}
      </div>
      {items?.length === 0 ? (
        <p className="access-none text-faint">{q === '' && all === 0 ? words.onlyRoles : words.noneMatch}</p>
      ) : (
        <AccessTable
          user={user}
          application={application}
          items={items}
          busy={query.isPlaceholderData}
          expected={Math.min(all, 8)}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <ShowMore
          query={query}
          text={
            q !== ''
              ? words.matching(countText(total), countText(all))
              : query.hasNextPage
                ? words.shown(countText(items.length), countText(total))
                : undefined
          }
        />
      )}
    </>
  );
}

/** The size of a token compared with the limit. */
type TokenFit = 'fits' | 'near' | 'reference';

/**
 * Whether a token of this size fits, is near the limit, or exceeds it. A token above the limit contains a reference
 * instead of its permissions.
 */
export function tokenFit(bytes: number): TokenFit {
  if (bytes > limits.tokenBytes.value) return 'reference';
  return bytes > limits.tokenWarnBytes.value ? 'near' : 'fits';
}

/** Bytes as kB, with one decimal below ten: "0.6", "403". */
export function kilobytes(bytes: number): string {
  const value = bytes / 1024;
  return formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** The size in words: "token 0.6 of 6 kB", or "403 kB, fetched by reference". */
export function tokenWords(bytes: number): string {
  const used = kilobytes(bytes);
  return tokenFit(bytes) === 'reference' ? words.tooLarge(used) : words.token(used, kilobytes(limits.tokenBytes.value));
}

/** An explanation for a large token; otherwise undefined. */
export function tokenNote(bytes: number): string | undefined {
  const used = kilobytes(bytes);
  const budget = kilobytes(limits.tokenBytes.value);
  switch (tokenFit(bytes)) {
    case 'reference':
      return words.tooLargeNote(used, budget);
    case 'near':
      return words.nearLimit(used, budget);
    case 'fits':
      return undefined;
  }
}
