import type { AccessRequest, BreakGlassUse, Ending, Inbox, InboxSync, Review } from '@licet/contract';
import type { DraftLine } from '../../../blocks/draft/draft-button.tsx';
import { endingText } from '../../../blocks/endings.ts';

/** The kinds of items, in the order of their chips. */
export const itemKinds = ['request', 'ending', 'review', 'draft', 'emergency', 'sync'] as const;
export type ItemKind = (typeof itemKinds)[number];

interface Place {
  /** The kind and the id, as in the address: `ending.ID`. */
  readonly key: string;
  /** The start of the wait; for access that ends, its end. A draft has none. */
  readonly at: string | undefined;
}

/** One thing to do. */
export type InboxItem = Place &
  (
    | { readonly kind: 'request'; readonly of: AccessRequest }
    | { readonly kind: 'ending'; readonly of: Ending }
    | { readonly kind: 'review'; readonly of: Review }
    | { readonly kind: 'draft'; readonly of: readonly DraftLine[] }
    | { readonly kind: 'emergency'; readonly of: BreakGlassUse }
    | { readonly kind: 'sync'; readonly of: InboxSync }
  );

/** The key of the draft. A tab has only one. */
export const DRAFT = 'draft';

/** The key of a request. */
export const requestKey = (id: string): string => `request.${id}`;

/** The items of the Inbox, unsorted: those of the server, and the draft of this tab if it has lines. */
export const itemsOf = (inbox: Inbox, draft: readonly DraftLine[]): readonly InboxItem[] => [
  ...inbox.requests.items.map((of) => ({ kind: 'request' as const, key: requestKey(of.id), at: of.askedAt, of })),
  ...inbox.endings.items.map((of) => {
    const { id, ends } = endingText(of);
    return { kind: 'ending' as const, key: `ending.${id}`, at: ends, of };
  }),
  ...inbox.reviews.items.map((of) => ({ kind: 'review' as const, key: `review.${of.id}`, at: of.openedAt, of })),
  ...inbox.emergencies.items.map((of) => ({ kind: 'emergency' as const, key: `emergency.${of.id}`, at: of.at, of })),
  ...inbox.syncs.items.map((of) => ({ kind: 'sync' as const, key: `sync.${of.connection.id}`, at: of.at, of })),
  ...(draft.length > 0 ? [{ kind: 'draft' as const, key: DRAFT, at: undefined, of: draft }] : []),
];

/** The number of items of each kind. The list may contain only the first ones of a kind. */
export type Totals = Readonly<Record<ItemKind, number>>;

export const totalsOf = (inbox: Inbox, draft: readonly DraftLine[]): Totals => ({
  request: inbox.requests.total,
  ending: inbox.endings.total,
  review: inbox.reviews.total,
  emergency: inbox.emergencies.total,
  sync: inbox.syncs.total,
  draft: draft.length > 0 ? 1 : 0,
});

export const sumOf = (totals: Totals): number => itemKinds.reduce((sum, kind) => sum + totals[kind], 0);

/** The bands of the list, in order. */
export const bandNames = ['soon', 'waiting', 'week'] as const;

export interface Band {
  readonly name: (typeof bandNames)[number];
  readonly items: readonly InboxItem[];
}

/**
 * The items in bands: those that end by tomorrow, soonest first; those that wait, oldest first; those that end later,
 * soonest first. Leaves out empty bands.
 */
export function bandsOf(items: readonly InboxItem[], now: Date): readonly Band[] {
  const dayAfterTomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 2).getTime();
  const nameOf = ({ kind, at }: InboxItem): Band['name'] =>
    kind !== 'ending' ? 'waiting' : timeOf(at) < dayAfterTomorrow ? 'soon' : 'week';
  const sorted = items.toSorted((a, b) => timeOf(a.at) - timeOf(b.at));
  return bandNames
    .map((name) => ({ name, items: sorted.filter((item) => nameOf(item) === name) }))
    .filter((band) => band.items.length > 0);
}

/** The draft has no time and comes last. */
const timeOf = (at: string | undefined): number => (at === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(at));

const CHIPS = 3;

/** The kinds with items, in their order: the three with the most items have chips, the others are in a menu. */
export function chipsOf(totals: Totals): { readonly first: readonly ItemKind[]; readonly rest: readonly ItemKind[] } {
  const present = itemKinds.filter((kind) => totals[kind] > 0);
  const fullest = new Set(present.toSorted((a, b) => totals[b] - totals[a]).slice(0, CHIPS));
  return {
    first: present.filter((kind) => fullest.has(kind)),
    rest: present.filter((kind) => !fullest.has(kind)),
  };
}

/**
 * The item to open after this one: the next one, or else the previous one. Skips items that the viewer passed over.
 * @returns undefined if there is no other item
 */
export function nextOf(
  items: readonly InboxItem[],
  key: string | undefined,
  isLeft: (key: string) => boolean,
): InboxItem | undefined {
  const at = items.findIndex((item) => item.key === key);
  const open = (item: InboxItem) => item.key !== key && !isLeft(item.key);
  return items.slice(at + 1).find(open) ?? items.slice(0, Math.max(at, 0)).findLast(open);
}
