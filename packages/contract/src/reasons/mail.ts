import { reason } from './reason.ts';

/** Reasons why mail settings, a mail, or a round of mails such as invitations is refused. */
export const mailReasons = {
  may_not_grant: {
    mail_needs_administrator: reason(
      {},
      () =>
        'Mails carry reset and invitation links, so only administrators of Licet may change the server that sends them.',
    ),
  },
  not_found: {
    mail_unknown: reason({ id: 'name' }, ({ id }) => `There is no mail with the id ${id}.`),
    round_unknown: reason({ id: 'name' }, ({ id }) => `There is no round of mails with the id ${id}.`),
  },
  wrong_state: {
    mail_set_by_environment: reason(
      {},
      () => 'The mail server is set in the environment of Licet. Change it there, and restart Licet.',
    ),
    mail_off_already: reason({}, () => 'No mail server is set, so there is nothing to turn off.'),
    mail_not_set: reason({}, () => 'No mail server is set. Set one first, then test it.'),
    own_address_missing: reason({}, () => 'You have no e-mail address to which a test could be sent.'),
    mail_not_resendable: reason({}, () => 'Only a failed or held mail can be sent again, while it is still of use.'),
    mail_not_droppable: reason({}, () => 'The mail was already sent or dropped.'),
    round_done: reason({}, () => 'This round is already finished, so there is nothing to stop.'),
  },
  too_large: {
    links_too_many: reason(
      { most: 'count' },
      ({ most }, say) => `More than ${say.count(most)} users were found. Make their links in parts.`,
    ),
    invitations_too_many: reason(
      { most: 'count' },
      ({ most }, say) => `More than ${say.count(most)} users were found. Invite them in parts.`,
    ),
  },
  field: {
    mail_password_again: reason(
      {},
      () => 'Enter the password again. It would now be sent to a different server, or in a different way.',
    ),
    webhook_secret_missing: reason({}, () => 'Enter the secret that signs requests to this address.'),
  },
} as const;
