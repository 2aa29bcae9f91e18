import type { tokenReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for access tokens, and pages that send them, that Licet itself does not accept. */
export const tokenReasons = {
  token_invalid: {
    token_client_changed: () =>
      'Der Client des Tokens wurde gelöscht oder gehört zu einer anderen Anwendung als das Token.',
    token_client_gone: () => 'Der Client des Tokens wurde gelöscht, oder er hat das Token widerrufen.',
    token_without_session: () => 'Das Token nennt keine Sitzung.',
    token_session_ended: () => 'Die Sitzung des Tokens ist beendet.',
    token_id_invalid: () => 'Die Kennung der Person oder des Clients im Token ist ungültig.',
    token_user_inactive: () => 'Die Person, der das Token gehört, ist gesperrt oder gelöscht.',
  },
  origin_refused: {
    origin_not_registered: () =>
      'Die Seite, von der die Anfrage kommt, hat eine Herkunft, die beim Client des Tokens nicht eingetragen ist.',
  },
  forbidden: {
    token_without_openid: () =>
      'Das Token wurde ohne den Scope openid ausgestellt und sagt deshalb nicht, wem es gehört.',
  },
  invalid_request: {
    token_sent_twice: () => 'Das Token wurde mehr als einmal gesendet. Senden Sie es nur im Authorization-Header.',
  },
  not_found: {
    permissions_of_another_token: () => 'Auf diese Liste von Berechtigungen verweist das Token nicht.',
    permissions_expired: () =>
      'Die Liste, auf die das Token verweist, ist nicht mehr gespeichert. Erneuern Sie das Token.',
  },
} satisfies SentencesOf<typeof english>;
