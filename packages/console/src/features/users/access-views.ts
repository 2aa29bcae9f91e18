import type { AccessSummary, Grant, Page, User } from '@licet/contract';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { ENDING_SOON_MS, useNow } from '../../ui/time.tsx';
import { type AccessRow, endingItems, rowOfGrant, rowOfItem } from './access-rows.ts';
import { userAccess, userAccessWhole, userGrants, userUnused } from './queries.ts';

/** A list of the tab Access that is read as a whole. */
export interface WholeList {
  /** Undefined while the list loads. */
  rows: readonly AccessRow[] | undefined;
  /** Whether only the first entries were read. */
  more: boolean;
  error: unknown;
  retry: () => void;
}

/** The current direct grants of a user. */
export interface DirectGrantsOf {
  /** The first page, for the count. Undefined while the grants load, and if the call has failed. */
  first: Page<Grant> | undefined;
  byId: ReadonlyMap<string, Grant>;
  /** Whether the call has been answered, or has failed. */
  isFetched: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** The direct grants of a user that are in force or will be. */
export function useDirectGrants(user: string): DirectGrantsOf {
  const query = useInfiniteQuery(userGrants(user, false, ''));
  const pages = query.data?.pages;
  const byId = useMemo(
    () => new Map(pages?.flatMap(({ items }) => items.map((grant): [string, Grant] => [grant.id, grant]))),
    [pages],
  );
  const { isFetched, error, refetch } = query;
  return { first: pages?.[0], byId, isFetched, error, retry: refetch };
}

/**
 * The current access of the user that ends within seven days. Reads only the applications in which access changes by
 * then.
 */
export function useEnding(user: User, direct: ReadonlyMap<string, Grant>): WholeList {
  const now = useNow();
  const summaries = useQuery(userAccess(user.id));
  const soon = ({ changesAt }: AccessSummary) =>
    changesAt !== null && Date.parse(changesAt) - now.getTime() <= ENDING_SOON_MS;
  const applications = (summaries.data?.items ?? []).filter(soon).map(({ application }) => application.id);
  const found = useQueries({ queries: applications.map((application) => userAccessWhole(user.id, application)) });
  const isWhole = summaries.data !== undefined && found.every(({ data }) => data !== undefined);
  const rows = found.flatMap(({ data }, index) =>
    data === undefined
      ? []
      : endingItems({ roles: data.roles, permissions: data.permissions.items }, now).map(({ kind, item }) =>
          rowOfItem(applications[index] ?? '', kind, item, direct, data.reportedSince),
        ),
  );
  return {
    rows: isWhole ? rows : undefined,
    more: found.some(({ data }) => data?.permissions.more),
    error: summaries.error ?? found.find(({ error }) => error !== null)?.error,
    retry: () => void Promise.all([summaries.refetch(), ...found.map(({ refetch }) => refetch())]),
  };
}

export interface UnusedList extends WholeList {
  /** Whether an application has reported use for long enough to tell. */
  isKnown: boolean;
}

/** The direct grants that nobody has used for a quarter of a year. Use is known only for the present. */
export function useUnused(user: User): UnusedList {
  const isNow = useAsOf() === undefined;
  const { data, error, refetch } = useQuery({ ...userUnused(user.id), enabled: isNow });
  return {
    rows: data?.items.map(rowOfGrant),
    isKnown: data?.seen ?? false,
    more: data?.next != null,
    error,
    retry: () => void refetch(),
  };
}
