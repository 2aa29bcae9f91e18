import type { httpReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for requests that the server refuses before it runs a call, and for failures of any call. */
export const httpReasons = {
  invalid_request: {
    address_undecodable: () => 'Die Adresse lässt sich nicht lesen.',
    path_part_too_long: () => 'Ein Teil der Adresse ist länger als jede Kennung.',
    not_http: () => 'Der Server hat etwas empfangen, das keine HTTP-Anfrage ist.',
    text_not_storable: () =>
      'Ein Text enthält ein Zeichen, das sich nicht speichern lässt, oder ein Zeitpunkt liegt außerhalb des Kalenders.',
  },
  malformed_body: {
    body_breaks_off: () => 'Die Anfrage bricht mittendrin ab.',
    body_unreadable: () =>
      'Der Inhalt der Anfrage passt nicht zu seinem Typ oder enthält einen Feldnamen, der nie erlaubt ist.',
    not_json: () => 'Der Inhalt der Anfrage ist kein JSON.',
    json_prototype: () => 'Im JSON heißt ein Feld __proto__. Das ist nicht erlaubt.',
    json_too_deep: ({ most }, say) => `Das JSON ist mehr als ${say.count(most)} Ebenen tief.`,
    json_too_many_values: ({ most }, say) => `Das JSON enthält mehr als ${say.count(most)} Werte.`,
  },
  too_large: {
    body_too_large: ({ most }, say) => `Die Anfrage ist größer als die ${say.count(most)} Byte, die hier möglich sind.`,
    body_over_limit: () => 'Die Anfrage ist größer, als hier möglich ist.',
  },
  unsupported_media_type: {
    body_type_needed: ({ type }) => `Hier wird ${type} erwartet. Gesendet wurde ein anderer Typ.`,
    body_type_unknown: () => 'Der Typ des gesendeten Inhalts wird hier nicht angenommen.',
  },
  head_too_large: {
    head_over_limit: () => 'Adresse und Kopfzeilen sind zusammen größer, als der Server liest.',
  },
  request_timeout: {
    request_cut_off: () => 'Die Anfrage begann, aber ihr Rest kam nicht rechtzeitig an.',
    connection_closed: () => 'Die Verbindung wurde geschlossen, bevor die Antwort gesendet war.',
  },
  no_such_route: {
    route_unknown: ({ method, path }) => `Unter ${path} gibt es für ${method} nichts.`,
  },
  method_not_allowed: {
    method_not_taken: ({ method, path }) => `${path} nimmt die Methode ${method} nicht an.`,
  },
  busy: {
    calls_waiting: () => 'Sehr viele Ihrer Anfragen warten schon auf ihre Antwort.',
  },
  unavailable: {
    database_silent: () => 'Die Datenbank konnte die Anfrage nicht ausführen.',
    server_unreachable: () => 'Die Anfrage hat den Server nicht erreicht.',
    unavailable_unexplained: () => 'Der Server hat mit 503 geantwortet, ohne einen Grund zu nennen.',
  },
  internal: {
    failure_unexplained: ({ status }) => `Der Server hat mit ${status} geantwortet, ohne einen Grund zu nennen.`,
    not_carried_out: () => 'Die Anfrage wurde nicht ausgeführt.',
    answer_broken: () => 'Die Antwort des Servers entspricht nicht ihrer Beschreibung.',
  },
} satisfies SentencesOf<typeof english>;
