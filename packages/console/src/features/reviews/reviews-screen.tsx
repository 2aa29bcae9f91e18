import type { Review } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { useAccessPlace } from '../../blocks/places/access-tabs.tsx';
import { progressOf } from '../../blocks/reviews/lines.ts';
import { useList } from '../../blocks/use-list.ts';
import { usePermission } from '../../session/may.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ClipboardCheckIcon, PlusIcon, SearchIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Split } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { scopeText } from './lines.ts';
import { NewReview, noPrefill } from './new-review.tsx';
import { reviewList } from './queries.ts';
import { words } from './words.ts';
import './reviews.css';
import { useApplicationName } from '../../blocks/chips.tsx';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { ChoiceFilter, Filter } from '../../ui/filter.tsx';
import type { ReviewsAddress } from './address.ts';

const route = getRouteApi('/signed-in/reviews');
const PAGE = 50;

/** The list of reviews with their progress. It includes reviews with lines that wait for the viewer's decision. */
export function ReviewsScreen(): ReactNode {
  const [address, change] = useAddress(route);
  const list = useList(address, change, '-opened');
  const navigate = useNavigate();
  const mayManage = usePermission('reviews.manage');
  const place = useAccessPlace();
  const { q, state, view, application, sort, cursor } = address;
  const reviews = useQuery(reviewList({ q, state, view, application, sort, cursor, limit: PAGE }));
  const add = mayManage && (
    <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
      {words.open}
    </Button>
  );
  const narrowed = [q, state, view, application].some((one) => one !== undefined);
  return (
    <Page title={words.title} {...place} tools={add || undefined}>
      <Split
        panel={
          address.add &&
          mayManage && <NewReview address={address} onClose={() => change({ add: undefined, ...noPrefill })} />
        }
      >
        <Tools wrap>
          <SearchField label={words.search} {...list.search} />
          <ReviewFilters address={address} change={change} />
        </Tools>
        <DataTable
          label={words.title}
          columns={columns}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/reviews/$review', params: { review: id } })}
          {...list.table(reviews)}
          empty={
            narrowed ? (
              <EmptyState icon={SearchIcon} title={words.noneFound}>
                {words.noneFoundText}
              </EmptyState>
            ) : (
              <EmptyState icon={ClipboardCheckIcon} title={words.emptyTitle} action={add || undefined}>
                {mayManage ? words.emptyText : words.emptyMember}
              </EmptyState>
            )
          }
        />
        <Pager {...list.pager(reviews)} />
      </Split>
    </Page>
  );
}

const columns: readonly Column<Review>[] = [
  {
    id: 'name',
    head: words.name,
    fold: 1,
    cell: (review) => (
      <b>
        <PlainLink to="/reviews/$review" params={{ review: review.id }}>
          <bdi>{review.name}</bdi>
        </PlainLink>
      </b>
    ),
  },
  {
    id: 'about',
    head: words.about,
    fold: 3,
    cell: (review) => <span className="text-muted">{scopeText(review)}</span>,
  },
  {
    id: 'progress',
    head: words.progress,
    cell: (review) => {
      const { decided, lines, own } = progressOf(review);
      const text = own ? words.ownDecidedOf(decided, lines) : words.decidedOf(decided, lines);
      return (
        <span className="review-progress">
          <Meter label={words.progress} value={decided} max={Math.max(lines, 1)} text={text} />
          <span className="text-muted small nowrap">{text}</span>
        </span>
      );
    },
  },
  {
    id: 'mine',
    head: words.mine,
    end: true,
    fold: 4,
    cell: ({ mine, state }) =>
      state === 'open' && mine.waiting > 0 ? (
        <b className="nowrap">{words.waits(mine.waiting)}</b>
      ) : (
        <span className="text-faint">{words.nothingWaits}</span>
      ),
  },
  {
    id: 'state',
    head: words.state,
    cell: ({ state, closing }) => (
      <StatusTag kind={state === 'closed' ? 'over' : 'active'}>
        {closing ? words.closing : words.states[state]}
      </StatusTag>
    ),
  },
  {
    id: 'ends',
    head: words.ends,
    end: true,
    fold: 2,
    cell: ({ state, endsAt, closedAt }) =>
      state === 'closed' ? (
        <span className="text-muted nowrap">
          <Time at={closedAt} />
        </span>
      ) : (
        <EndsAt at={endsAt} />
      ),
  },
];

interface ReviewFiltersProps {
  address: ReviewsAddress;
  change: (changes: Partial<ReviewsAddress>) => void;
}

/** The filters of the list: state, reviewer and application. */
function ReviewFilters({ address, change }: ReviewFiltersProps): ReactNode {
  const { state, view, application } = address;
  const manages = usePermission('reviews.manage');
  const audits = usePermission('audit.read');
  const name = useApplicationName(application ?? null);
  return (
    <>
      <ChoiceFilter
        label={words.state}
        choices={words.states}
        value={state}
        onChange={(next) => change({ state: next })}
      />
      {/* Viewers who neither manage nor audit reviews see only their own reviews, so they need no such filter. */}
      {(manages || audits) && (
        <ChoiceFilter
          label={words.whose}
          choices={words.views}
          value={view === 'mine' ? view : undefined}
          onChange={(next) => change({ view: next })}
        />
      )}
      <PickPopover
        trigger={
          <Filter
            label={words.application}
            value={application && (name ?? application)}
            onClear={() => change({ application: undefined })}
          />
        }
        label={words.findApplication}
        load={findApplications}
        none={words.noApplication}
        onPick={({ id }) => change({ application: id })}
      />
    </>
  );
}
