import type { AccessSummary, Grant, User } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { ApplicationSquare } from '../../blocks/chips.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { countText } from '../../blocks/use-list.ts';
import { Callout } from '../../ui/callout.tsx';
import { ChevronDownIcon, ChevronRightIcon, ExternalLinkIcon, IdCardIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Tag } from '../../ui/who.tsx';
import { type AccessRow, rowOfItem } from './access-rows.ts';
import { AccessTable, type AccessTableProps } from './access-table.tsx';
import { userAccessIn } from './queries.ts';
import { tokenFit, tokenNote, tokenWords } from './token-size.ts';
import { accessWords as words } from './words.ts';

interface AccessSectionProps extends Pick<AccessTableProps, 'columns' | 'onOpen' | 'openId'> {
  user: User;
  summary: AccessSummary;
  /** The direct grants of the user by id. */
  direct: ReadonlyMap<string, Grant>;
  q: string;
  open: boolean;
  onToggle: () => void;
  /** Whether the section loads without being visible. */
  hidden: boolean;
  /** Called when the content has loaded or failed. Must keep its identity between renders. */
  onLoaded: (application: string) => void;
}

/** A user's access in one application: a line that expands to permissions and their paths. */
export function AccessSection(props: AccessSectionProps): ReactNode {
  const { summary, open, onToggle, hidden } = props;
  const { application, admin, roles, permissions, tokenBytes } = summary;
  const contentId = useId();
  const tone = tokenFit(tokenBytes) === 'fits' ? 'text-faint' : 'text-muted';
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
          <ApplicationSquare application={application} />
          <span className="access-name">{application.name}</span>
          {!(admin && permissions === 0) && (
            <span className="text-faint">{words.permissions(countText(permissions))}</span>
          )}
        </button>
        <span className="access-end">
          {admin && <Tag icon={IdCardIcon}>{words.admin}</Tag>}
          <span className={`${tone} small hide-on-phone`} title={roles.map(({ name }) => name).join(', ') || undefined}>
            {tokenWords(tokenBytes, roles.length)}
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
        {open && <Content {...props} />}
      </div>
    </section>
  );
}

function Content({ user, summary, direct, q, onLoaded, ...table }: AccessSectionProps): ReactNode {
  const { application, permissions: all } = summary;
  const query = useInfiniteQuery(userAccessIn(user.id, application.id, q));
  const pages = query.data?.pages;
  const rows = pages?.flatMap((page) =>
    page.permissions.items.map(
      (item): AccessRow => rowOfItem(application.id, 'permission', item, direct, page.reportedSince),
    ),
  );
  const total = pages?.[0]?.permissions.total ?? 0;
  const isLoaded = !query.isPending;
  useEffect(() => {
    if (isLoaded) onLoaded(application.id);
  }, [isLoaded, onLoaded, application.id]);

  if (query.error && rows === undefined) {
    return <ErrorState small error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <SectionNotes summary={summary} />
      {rows?.length === 0 ? (
        <p className="access-none text-faint">{q === '' && all === 0 ? words.onlyRoles : words.noneMatch}</p>
      ) : (
        <AccessTable
          inline
          label={words.table(application.name)}
          columns={table.columns}
          onOpen={table.onOpen}
          openId={table.openId}
          rows={rows}
          busy={query.isPlaceholderData}
          skeletonRows={Math.max(Math.min(all, 8), 1)}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <ShowMore
          query={query}
          text={
            q !== ''
              ? words.matching(countText(total), countText(all))
              : query.hasNextPage
                ? words.shown(countText(rows.length), countText(total))
                : undefined
          }
        />
      )}
    </>
  );
}

/** What the list of permissions does not show: the role admin, a large token, and roles without permissions. */
function SectionNotes({ summary: { application, admin, roles, permissions, tokenBytes } }: { summary: AccessSummary }) {
  const note = tokenNote(tokenBytes);
  const onlyRoles = permissions === 0 && roles.length > 0;
  if (!admin && note === undefined && !onlyRoles) return null;
  return (
    <div className="access-notes">
      {admin && (
        <Callout icon={IdCardIcon}>
          <b>{words.adminTitle}.</b> {words.adminText(application.name)}
        </Callout>
      )}
      {note !== undefined && <Callout>{note}</Callout>}
      {onlyRoles && (
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
  );
}
