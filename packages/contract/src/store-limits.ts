import { limit } from './limit.ts';

/** What an object store, or who answers in its name, may have of our memory and time. */
export const storeLimits = {
  storeNamesMax: limit({
    value: 5_000_000,
    unit: 'items',
    reason: 'Nine years of checkpoints, one a minute.',
    source: 'own',
  }),
  storePagesMax: limit({
    value: 20_000,
    unit: 'items',
    reason: 'A page has a thousand names, ours or others: four times as many as are kept of ours.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
  storeListingTime: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'All pages of a listing, of a store that takes a fifth of a second for each.',
    source: 'own',
  }),
  storeAnswerMax: limit({
    value: 8_388_608,
    unit: 'bytes',
    reason: 'A page of a thousand names of a thousand characters each, encoded; only an object is larger.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
};
