import type { CallOf, MailFailure } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { client } from '../../session/client.ts';
import { failureWords } from './words.ts';

/** The mail settings. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['mail', 'settings'],
  queryFn: ({ signal }) => client.mail.settings({ signal }),
});

/** A page of the outbox; refetched while mails are being sent. */
export const mailList = (query: z.input<CallOf<'mail.list'>['query']>) =>
  queryOptions({
    queryKey: ['mail', 'list', query],
    queryFn: ({ signal }) => client.mail.list({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((mail) => mail.state === 'waiting') ? 5000 : false),
  });

/** The content of a mail. */
export const mailPreview = (mail: string) =>
  queryOptions({
    queryKey: ['mail', 'preview', mail],
    queryFn: ({ signal }) => client.mail.preview({ params: { mail }, signal }),
  });

/** An example of every mail. */
export const mailExamples = queryOptions({
  queryKey: ['mail', 'examples'],
  queryFn: ({ signal }) => client.mail.examples({ signal }),
});

/** The organisation's settings, including the reminder times. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
});

/**
 * Returns in one sentence why a mail was not sent. `host_not_called` has its own sentence: Licet may not connect to the
 * server, but the server's name and port may still be correct.
 */
export const failureTitle = ({ kind, reason }: MailFailure): string =>
  failureWords[reason === 'host_not_called' ? 'not_called' : kind];
