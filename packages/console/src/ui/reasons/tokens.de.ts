import type { tokenReasons as english, SentencesOf } from '@licet/contract/reasons';

/**
 * German sentences for access tokens and DPoP proofs that Licet's own API does not accept, and for pages that may not
 * send them.
 */
export const tokenReasons = {
  unauthenticated: {
    token_missing: () => 'Die Anfrage enthält kein Zugriffstoken.',
  },
  token_expired: {
    token_expired: () => 'Das Zugriffstoken ist abgelaufen.',
  },
  token_invalid: {
    token_malformed: () =>
      'Im Authorization-Header muss „Bearer“ oder „DPoP“ stehen, ein Leerzeichen und ein Zugriffstoken aus drei Teilen.',
    token_too_long: () => 'Das Zugriffstoken ist länger als jedes, das Licet ausstellt.',
    token_unsigned: () => 'Das Zugriffstoken ist nicht mit einem Schlüssel des Ausstellers signiert.',
    token_of_other_type: () => 'Das Token ist kein Zugriffstoken.',
    token_not_an_object: () => 'Der Inhalt des Zugriffstokens ist kein JSON-Objekt.',
    token_of_other_issuer: () => 'Das Zugriffstoken stammt nicht vom Aussteller dieses Servers.',
    token_without_single_audience: () => 'Das Zugriffstoken gilt nicht für genau eine Anwendung.',
    token_for_other_application: ({ audience, expected }) =>
      `Das Zugriffstoken gilt für „${audience}“, nicht für „${expected}“. Entweder gehört der Client zu einer anderen Anwendung, oder „audience“ ist auf diesem Server falsch gesetzt.`,
    token_times_unreadable: () => 'Die Zeitangaben des Zugriffstokens sind nicht lesbar.',
    token_lives_too_long: () => 'Das Zugriffstoken gilt länger, als Licet es erlaubt.',
    token_from_future: () =>
      'Das Zugriffstoken wurde laut seiner Zeitangabe in der Zukunft ausgestellt. Prüfen Sie die Uhr dieses Servers.',
    token_access_unreadable: () => 'Die Rollen und Berechtigungen des Zugriffstokens sind nicht lesbar.',
    token_without_client: () => 'Das Zugriffstoken nennt keinen Client.',
    token_without_version: () => 'Das Zugriffstoken hat keine Version.',
    token_session_unreadable: () => 'Die Sitzung des Zugriffstokens ist nicht lesbar.',
    token_binding_unknown: () => 'Das Zugriffstoken ist auf eine Weise gebunden, die dieser Server nicht kennt.',
    token_client_changed: () =>
      'Der Client des Tokens wurde gelöscht oder gehört zu einer anderen Anwendung als das Token.',
    token_client_gone: () => 'Der Client des Tokens wurde gelöscht, oder er hat das Token widerrufen.',
    token_without_session: () => 'Das Token nennt keine Sitzung.',
    token_session_ended: () => 'Die Sitzung des Tokens ist beendet.',
    token_id_invalid: () => 'Die Kennung der Person oder des Clients im Token ist ungültig.',
    token_user_inactive: () => 'Die Person, der das Token gehört, ist gesperrt oder gelöscht.',
  },
  proof_invalid: {
    token_needs_proof: () =>
      'Das Zugriffstoken ist an einen Schlüssel gebunden. Senden Sie es als DPoP, mit einem Nachweis.',
    token_takes_no_proof: () =>
      'Das Zugriffstoken ist an keinen Schlüssel gebunden. Senden Sie es als Bearer, ohne Nachweis.',
    proof_missing: () => 'Das Zugriffstoken ist an einen Schlüssel gebunden. Senden Sie einen DPoP-Nachweis mit.',
    proof_not_single: () => 'Die Anfrage muss genau einen DPoP-Header mit einem Nachweis haben.',
    proof_header_unreadable: () => 'Der Kopf des Nachweises ist nicht lesbar.',
    proof_without_key: () => 'Der Nachweis enthält keinen öffentlichen Schlüssel für ES256.',
    proof_key_unreadable: () => 'Der öffentliche Schlüssel des Nachweises ist nicht lesbar.',
    proof_of_other_key: () =>
      'Der Nachweis ist mit einem anderen Schlüssel signiert als dem, an den das Zugriffstoken gebunden ist.',
    proof_unsigned: () => 'Der Nachweis ist kein JWT vom Typ dpop+jwt, das mit seinem eigenen Schlüssel signiert ist.',
    proof_of_other_method: () => 'Der Nachweis gilt für eine andere Methode.',
    proof_without_address: () => 'Der Nachweis nennt keine lesbare Adresse.',
    proof_request_unclear: ({ signed }) =>
      `Der Nachweis gilt für ${signed}. Die Adresse der Anfrage geht aus ihr nicht hervor. Signieren Sie die Adresse unterhalb der öffentlichen Adresse, die für Licet eingestellt ist.`,
    proof_of_other_address: ({ signed, called }) =>
      `Der Nachweis gilt für ${signed}, die Anfrage kam an ${called}. Signieren Sie die Adresse unterhalb der öffentlichen Adresse, die für Licet eingestellt ist.`,
    proof_out_of_time: () => 'Der Nachweis ist zu alt, oder die Uhr des Absenders geht falsch.',
    proof_of_other_token: () => 'Der Nachweis gilt für ein anderes Zugriffstoken.',
    proof_without_id: () => 'Der Nachweis hat keine Kennung.',
    proof_used: () => 'Der Nachweis wurde schon einmal verwendet.',
    proofs_of_key_full: () =>
      'Mit diesem Schlüssel wurden mehr Nachweise verwendet, als sich der Server merkt. Warten Sie fünf Minuten.',
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
