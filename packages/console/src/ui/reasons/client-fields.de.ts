import type { clientFieldReasons as english, SentencesOf } from '@licet/contract/reasons';

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
    client_logout_https: () => 'Ein Programm erfährt es über https.',
    client_without_keys: () =>
      'Ein Client im Browser oder auf einem Gerät kann keinen Schlüssel bewahren. Lassen Sie dies weg.',
    key_id_taken: () => 'Ein anderer Schlüssel des Clients hat dieselbe kid.',
    key_of_other_type: () => 'Der Schlüssel ist von anderer Art, als seine alg sagt.',
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
} satisfies SentencesOf<typeof english>;
