import type { CallOf, MailFailure } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { client } from '../../session/client.ts';
import { failureWords } from './words.ts';

/** How mail is sent. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['mail', 'settings'],
  queryFn: ({ signal }) => client.mail.settings({ signal }),
});

/** A page of the outbox; what is under way is looked at again by itself. */
export const mailList = (query: z.input<CallOf<'mail.list'>['query']>) =>
  queryOptions({
    queryKey: ['mail', 'list', query],
    queryFn: ({ signal }) => client.mail.list({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((mail) => mail.state === 'waiting') ? 5000 : false),
  });

/** What a mail says. */
export const mailPreview = (mail: string) =>
  queryOptions({
    queryKey: ['mail', 'preview', mail],
    queryFn: ({ signal }) => client.mail.preview({ params: { mail }, signal }),
  });

/** What every mail says, with an example. */
export const mailExamples = queryOptions({
  queryKey: ['mail', 'examples'],
  queryFn: ({ signal }) => client.mail.examples({ signal }),
});

/** The settings of the organisation, for when people are reminded of what ends. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
});

/** Why no mail went out, in one sentence. Where Licet may not call the server, its name and port may be right: what was said has what to do. */
export const failureTitle = ({ kind, reason }: MailFailure): string =>
  failureWords[reason === 'host_not_called' ? 'not_called' : kind];
