import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** How mail is sent. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['mail', 'settings'],
  queryFn: ({ signal }) => client.mail.settings({ signal }),
});

/** The organisation's name, which is the sender's unless told. */
export const organisationQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
  select: ({ organisation }) => organisation,
});
