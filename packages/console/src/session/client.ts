import { createClient } from '@licet/contract/client';
import { apiFetch } from './api-fetch.ts';

/** The API, as the person who is signed in. */
export const client = createClient({ baseUrl: '', fetch: apiFetch });
