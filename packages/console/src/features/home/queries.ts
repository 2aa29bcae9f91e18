import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** The content of the home page. */
export const homeQuery = queryOptions({
  queryKey: ['me', 'home'],
  queryFn: ({ signal }) => client.me.home({ signal }),
});

/** The open reviews that have lines for the viewer. */
export const ownReviewsQuery = queryOptions({
  queryKey: ['reviews', 'own'],
  queryFn: ({ signal }) => client.reviews.list({ query: { view: 'mine', state: 'open', limit: SHOWN }, signal }),
});

/** Emergencies whose review is still open. */
export const emergenciesQuery = queryOptions({
  queryKey: ['emergencies', 'home'],
  queryFn: ({ signal }) => client.breakGlass.list({ query: { state: 'unreviewed', limit: SHOWN }, signal }),
});

const SHOWN = 6;

/** The first applications by name. */
export const applicationsShownQuery = queryOptions({
  queryKey: ['applications', 'list', { limit: SHOWN }],
  queryFn: ({ signal }) => client.applications.list({ query: { limit: SHOWN, sort: 'name' }, signal }),
});
