import type {
  applicationReasons as english,
  clientFieldReasons as englishFields,
  clientReasons as englishOfClients,
  SentencesOf,
} from '@licet/contract/reasons';

/** German sentences about applications, their owners and the appearance of Licet. */
export const applicationReasons = {
  not_found: {
    user_not_owner: ({ user, application }) => `${user} gehört nicht zu den Eigentümern von ${application}.`,
    picture_unknown: () => 'Dieses Bild gibt es nicht, oder es wurde ersetzt.',
  },
  invalid_request: {
    role_and_permission: () => 'Fragen Sie nach einer Rolle oder nach einer Berechtigung, nicht nach beidem.',
    series_ends_before_it_starts: ({ from, to }) => `Vom ${from} bis zum ${to} liegt kein Tag.`,
    series_too_long: ({ from, to, most, by }, say) =>
      `Vom ${from} bis zum ${to} sind es mehr als ${say.count(most)} ${by === 'day' ? 'Tage. Wählen Sie einen kürzeren Zeitraum, oder fragen Sie nach Wochen' : 'Wochen. Wählen Sie einen kürzeren Zeitraum'}.`,
  },
  too_large: {
    roles_too_many: () =>
      'Zu viele Rollen dieser Anwendung schließen andere ein, um das zu berechnen. Ordnen Sie Listen von Rollen nach dem Namen, und löschen Sie Rollen, die niemand braucht.',
  },
  field: {
    accent_missing: () => 'Wählen Sie zuerst die Farbe für hellen Hintergrund.',
    picture_too_wide: ({ width, height, most }, say) =>
      `Das Bild hat ${say.count(width)} × ${say.count(height)} Pixel; höchstens ${say.count(most)} je Seite sind möglich.`,
    picture_type: () =>
      'Das ist weder ein PNG noch ein WebP. Ein SVG kann Skripte ausführen: Speichern Sie es als PNG.',
    picture_broken: () =>
      'Das Bild ist beschädigt: Es lässt sich nicht bis zu Ende lesen. Speichern Sie es noch einmal als PNG.',
    picture_moves: () => 'Das Bild ist animiert. Speichern Sie es ohne Animation.',
    picture_not_square: () => 'Das Symbol des Tabs muss quadratisch sein.',
  },
} satisfies SentencesOf<typeof english>;

/** German sentences about clients and their keys. */
export const clientReasons = {
  not_found: {
    key_unknown: ({ client, key }) => `${client} hat keinen Schlüssel „${key}“.`,
  },
  wrong_state: {
    client_signs_users_in: ({ client }) =>
      `${client} meldet Personen an und hat selbst keine Freigaben. Nur ein Dienst kann Freigaben haben.`,
    client_keeps_no_secret: ({ client }) =>
      `${client} läuft im Browser oder auf dem Gerät einer Person, wo nichts geheim bleibt. Geheimnisse und Schlüssel hat er nicht.`,
    key_ended: ({ key }) => `„${key}“ gilt nicht mehr. Legen Sie ein neues Geheimnis oder einen neuen Schlüssel an.`,
    keys_at_limit: ({ client, most }, say) =>
      `${client} hat ${say.count(most)} gültige Geheimnisse und Schlüssel; mehr sind nicht möglich. Beenden Sie zuerst eines davon.`,
    secret_beside_key: ({ client, key }) =>
      `${client} weist sich mit dem öffentlichen Schlüssel „${key}“ aus; daneben gibt es kein Geheimnis. Beenden Sie zuerst den Schlüssel, oder fügen Sie einen weiteren öffentlichen Schlüssel hinzu.`,
  },
  field: {
    client_key_end: () => 'Das Ende muss in der Zukunft liegen. Soll es sofort enden, wählen Sie „Jetzt beenden“.',
    client_without_secret: () =>
      'Ein Client im Browser oder auf einem Gerät hat weder Geheimnis noch Schlüssel. Lassen Sie das weg.',
    client_needs_pkce: () =>
      'Ein Client im Browser oder auf dem Gerät einer Person bewahrt kein Geheimnis. Nur PKCE weist nach, dass ein Code zu ihm gehört. Lassen Sie es an.',
    client_without_codes: ({ kind }) =>
      `${kindsGerman[kind]} löst keine Codes ein, die durch einen Browser kamen. Lassen Sie das weg.`,
    client_pushes_nothing: ({ kind }) =>
      `${kindsGerman[kind]} beginnt keine Anmeldungen im Browser und sendet deshalb keine Anfragen voraus. Lassen Sie das weg.`,
  },
} satisfies SentencesOf<typeof englishOfClients>;

const kindsGerman = { service: 'Ein Dienst', device: 'Ein Gerät' };

/** German sentences for errors in addresses, keys and other fields of an OpenID client. */
export const clientFieldReasons = {
  field: {
    client_without_addresses: ({ kind }) =>
      kind === 'service'
        ? 'Ein Dienst meldet niemanden an und hat deshalb keine Adressen. Lassen Sie sie weg.'
        : 'Zu einem Gerät wird niemand zurückgeschickt: Es fragt selbst nach seinem Token. Lassen Sie die Adressen weg.',
    client_needs_an_address: () =>
      'Ein Client, der Personen anmeldet, braucht eine Adresse, an die sie zurückgeschickt werden.',
    client_without_origins: () =>
      'Eine installierte Anwendung holt ihre Token selbst, nicht aus einer Seite. Lassen Sie die Web-Herkünfte weg.',
    client_without_logout: () =>
      'Nur ein Programm auf einem Server kann erfahren, dass eine Sitzung beendet wurde. Lassen Sie dies weg.',
    client_logout_https: () => 'Diese Adresse muss mit https:// beginnen.',
    client_without_keys: () =>
      'Ein Client im Browser oder auf einem Gerät kann keinen Schlüssel bewahren. Lassen Sie dies weg.',
    key_id_taken: () => 'Ein anderer Schlüssel des Clients hat dieselbe kid.',
    key_of_other_type: () => 'Die Art des Schlüssels passt nicht zu seiner Angabe alg.',
    key_form: () => 'Das ist kein öffentlicher Schlüssel. Er sieht aus wie {"kty":"EC","crv":"P-256","x":"…","y":"…"}.',
    key_too_short: ({ least }, say) => `Ein RSA-Schlüssel braucht mindestens ${say.count(least)} Bit.`,
    key_too_long: ({ most }, say) => `Ein RSA-Schlüssel darf höchstens ${say.count(most)} Bit haben.`,
    key_exponent: () =>
      'Der Exponent e eines RSA-Schlüssels ist eine ungerade Zahl von 3 bis 2^32, meist AQAB (65537).',
    address_twice: () => 'Die Adresse steht schon in der Liste.',
    address_characters: () =>
      'Die Adresse enthält ein Leerzeichen, einen Backslash oder ein Zeichen, das prozentkodiert sein muss.',
    address_wildcard: () =>
      'Die Adresse enthält einen Platzhalter. Nennen Sie jede Adresse einzeln; sie werden genau verglichen.',
    address_fragment: () => 'Die Adresse hat ein Fragment (#…). Lassen Sie es weg (RFC 6749, Abschnitt 3.1.2).',
    address_not_absolute: () =>
      'Das ist keine vollständige Adresse. Sie sieht aus wie https://app.example.org/callback.',
    address_host: () => 'Ein Hostname hat nur Buchstaben, Ziffern, Punkte und Bindestriche.',
    address_without_host: () => 'Schreiben Sie nach dem Schema // und einen Hostnamen.',
    address_user_name: () => 'Die Adresse enthält einen Benutzernamen. Lassen Sie ihn weg.',
    address_host_spelling: ({ host }) => `Schreiben Sie den Hostnamen als ${host}.`,
    address_needs_tls: () =>
      'Ohne TLS ist nur der eigene Rechner erlaubt (localhost, 127.0.0.1, [::1]). Nehmen Sie https.',
    address_loopback_tls: () =>
      'Eine installierte Anwendung lauscht auf dem eigenen Rechner ohne TLS. Nehmen Sie http.',
    address_scheme_of_native: ({ scheme }) =>
      `Das Schema ${scheme} gehört einer installierten Anwendung. Registrieren Sie dafür einen Client der Art „Installiert“, oder nehmen Sie https.`,
    address_scheme: ({ scheme }) =>
      `Das Schema ${scheme} ist nicht erlaubt. Nehmen Sie https, oder für eine installierte Anwendung ein Schema mit einem Punkt, etwa org.example.app.`,
    origin_form: () => 'Das ist keine Web-Herkunft. Sie sieht aus wie https://app.example.org.',
    origin_with_more: ({ origin }) =>
      `Eine Web-Herkunft besteht aus Schema, Hostnamen und Port, sonst nichts: ${origin}.`,
    origin_wildcard: () => 'Die Herkunft enthält einen Platzhalter. Nennen Sie jede einzeln.',
  },
} satisfies SentencesOf<typeof englishFields>;
