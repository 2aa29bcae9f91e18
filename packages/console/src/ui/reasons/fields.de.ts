import type { fieldReasons as english, passwordReasons, SentencesOf, Subject } from '@licet/contract/reasons';

/** The German subject of a sentence about a text, and its pronoun: “Kürzen Sie ihn.” */
const subjects: Readonly<Record<Subject, { readonly name: string; readonly it: 'ihn' | 'sie' | 'es' }>> = {
  username: { name: 'Der Benutzername', it: 'ihn' },
  email: { name: 'Die E-Mail-Adresse', it: 'sie' },
  name: { name: 'Der Name', it: 'ihn' },
  own_name: { name: 'Ihr Name', it: 'ihn' },
  mail_user: { name: 'Der Benutzer', it: 'ihn' },
  role_name: { name: 'Der Name der Rolle', it: 'ihn' },
  permission_name: { name: 'Der Name der Berechtigung', it: 'ihn' },
  group_name: { name: 'Der Name der Gruppe', it: 'ihn' },
  set_name: { name: 'Der Name des Satzes', it: 'ihn' },
  separation_name: { name: 'Der Name der Trennung', it: 'ihn' },
  organisation: { name: 'Der Name der Organisation', it: 'ihn' },
  file_name: { name: 'Der Name der Datei', it: 'ihn' },
  title: { name: 'Der Titel', it: 'ihn' },
  description: { name: 'Die Beschreibung', it: 'sie' },
  reason: { name: 'Die Begründung', it: 'sie' },
  note: { name: 'Die Anmerkung', it: 'sie' },
  comment: { name: 'Der Kommentar', it: 'ihn' },
  place: { name: 'Der Ort', it: 'ihn' },
  dn: { name: 'Der DN', it: 'ihn' },
  value: { name: 'Der Wert', it: 'ihn' },
  client_id: { name: 'Die Client-ID', it: 'sie' },
  password: { name: 'Das Passwort', it: 'es' },
};

/** German sentences for errors that any text, name or new password can have. */
export const fieldReasons = {
  invalid_request: {
    fields_refused: ({ count }, say) => `${say.count(count)} Felder sind ungültig.`,
    if_match_form: () => 'If-Match muss genau ein Entity-Tag sein, wie dieser Server es gegeben hat, etwa "42".',
  },
  name_reserved: {
    names_refused: ({ count }, say) =>
      `${say.count(count)} Felder sind ungültig. Eines davon ist ein reservierter Name.`,
  },
  field: {
    field_missing: () => 'Dieses Feld fehlt.',
    field_unknown: () => 'Dieses Feld ist hier nicht bekannt. Lassen Sie es weg.',
    field_empty: () => 'Dieses Feld ist leer. Geben Sie mindestens ein Zeichen ein.',
    field_type: ({ expected }) => `Der Wert dieses Feldes hat den falschen Typ. ${types[expected]}`,
    value_not_valid: () => 'Dieser Wert ist ungültig.',
    value_of_no_form: () => 'Dieser Wert hat keine der Formen, die dieses Feld annimmt.',
    value_not_one_of: ({ choices }, say) => `Möglich sind hier nur diese Werte: ${say.names(choices)}.`,
    text_form: () => 'Dieser Text hat nicht die Form, die dieses Feld verlangt.',
    text_not_base64: () => 'Dieser Text ist kein gültiges Base64.',
    text_longer: ({ most }, say) => `Dieser Text ist länger als ${say.count(most)} Zeichen. Kürzen Sie ihn.`,
    text_shorter: ({ least }, say) => `Dieser Text ist kürzer als ${say.count(least)} Zeichen. Verlängern Sie ihn.`,
    number_too_large: ({ most }, say) => `Diese Zahl ist größer als ${say.count(most)}.`,
    number_too_small: ({ least }, say) => `Diese Zahl ist kleiner als ${say.count(least)}.`,
    list_too_long: ({ most }, say) => `Diese Liste hat mehr als ${say.count(most)} Einträge. Kürzen Sie sie.`,
    list_too_short: ({ least }, say) =>
      `Diese Liste hat weniger als ${say.count(least)} Einträge. Ergänzen Sie die übrigen.`,
    list_empty: () => 'Diese Liste ist leer. Geben Sie mindestens einen Eintrag an.',
    text_missing: ({ what }) => `${subjects[what].name} fehlt. Geben Sie mindestens ein Zeichen ein.`,
    text_too_long: ({ what, most }, say) =>
      `${subjects[what].name} ist länger als ${say.count(most)} Zeichen. Kürzen Sie ${subjects[what].it}.`,
    text_with_control: ({ what }) =>
      `${subjects[what].name} enthält Steuerzeichen oder unsichtbare Zeichen. Entfernen Sie diese.`,
    text_with_control_alone: ({ what }) => `${subjects[what].name} enthält Steuerzeichen. Entfernen Sie diese.`,
    text_with_invisible: ({ what }) => `${subjects[what].name} enthält unsichtbare Zeichen. Entfernen Sie diese.`,
    text_without_visible: ({ what }) =>
      `${subjects[what].name} enthält nichts Sichtbares. Geben Sie mindestens ein Zeichen ein.`,
    text_with_outer_space: ({ what }) =>
      `${subjects[what].name} beginnt oder endet mit einem Leerzeichen. Entfernen Sie es.`,
    text_with_half_character: ({ what }) =>
      `${subjects[what].name} enthält ein unvollständiges Zeichen. Geben Sie ${subjects[what].it} neu ein.`,
    text_with_unread_character: ({ what }) =>
      `${subjects[what].name} enthält ein unlesbares Zeichen. Geben Sie es neu ein, oder speichern Sie die Datei als UTF-8.`,
    text_mixes_scripts_in_a_word: ({ what }) =>
      `${subjects[what].name} mischt in einem Wort Buchstaben mehrerer Schriften, die sich verwechseln lassen. Verwenden Sie nur Buchstaben einer Schrift.`,
    text_mixes_scripts: ({ what }) =>
      `${subjects[what].name} mischt Buchstaben mehrerer Schriften, die sich verwechseln lassen. Verwenden Sie nur Buchstaben einer Schrift.`,
    name_like_erased: ({ what }) =>
      `${subjects[what].name} ist der Platzhalter für gelöschte Personen oder sieht ihm zu ähnlich. Wählen Sie einen anderen Namen.`,
    role_name_like_admin: () =>
      'Der Name der Rolle ließe sich mit „admin“ verwechseln, und diese Rolle schließt jede Berechtigung ein. Wählen Sie einen anderen.',
    username_like_admin: () => 'Der Benutzername ließe sich mit „admin“ verwechseln. Wählen Sie einen anderen.',
    username_with_space: () => 'Der Benutzername enthält ein Leerzeichen. Entfernen Sie es.',
    username_with_at: () => 'Der Benutzername enthält ein @. Schreiben Sie die Adresse unter „E-Mail“.',
    username_like_id: () => 'Der Benutzername sieht aus wie eine Kennung. Wählen Sie einen anderen.',
    application_id_form: () =>
      'Die Kennung hat 1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche, beginnt mit einem Buchstaben und endet nicht mit einem Bindestrich.',
    email_form: () => 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.org.',
    domain_form: () => 'Das ist nicht die Domain einer E-Mail-Adresse. Sie sieht aus wie example.org.',
    domain_too_long: ({ most }, say) => `Eine Domain hat höchstens ${say.count(most)} Zeichen.`,
    code_missing: () => 'Geben Sie den Code ein.',
    code_too_long: () => 'Für einen Code ist das zu lang.',
    setup_code_missing: () => 'Der Code fehlt. Kopieren Sie ihn aus der Ausgabe des Servers.',
    login_missing: () => 'Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.',
    password_too_short: ({ length, least }, say) =>
      `Das Passwort hat ${say.count(length)} Zeichen; es braucht mindestens ${say.count(least)}. Mehrere Wörter sind gut.`,
    password_too_long: ({ length, most }, say) =>
      `Das Passwort hat ${say.count(length)} Zeichen; höchstens ${say.count(most)} sind möglich.`,
    password_of_few_characters: () =>
      'Das Passwort besteht aus weniger als fünf verschiedenen Zeichen. Nehmen Sie mehrere Wörter.',
    password_repeats: ({ unit }) => `Das Passwort wiederholt immerzu „${unit}“. Nehmen Sie verschiedene Wörter.`,
    password_is_a_row: () =>
      'Das Passwort ist eine Reihe benachbarter Tasten, Buchstaben oder Ziffern. Nehmen Sie mehrere Wörter.',
    password_of_own_name: ({ of }) =>
      `Das Passwort besteht fast nur aus ${owned[of]}; das wird zuerst geraten. Fügen Sie Wörter hinzu, die nichts damit zu tun haben.`,
    password_well_known: ({ word }) =>
      `Das Passwort besteht fast nur aus „${word}“, und das kennen alle; es wird zuerst geraten. Fügen Sie Wörter hinzu, die nichts damit zu tun haben.`,
  },
} satisfies SentencesOf<typeof english> & SentencesOf<typeof passwordReasons>;

const types = {
  text: 'Erwartet wird ein Text.',
  number: 'Erwartet wird eine Zahl.',
  whole_number: 'Erwartet wird eine ganze Zahl.',
  true_or_false: 'Erwartet wird „true“ oder „false“.',
  list: 'Erwartet wird eine Liste.',
  object: 'Erwartet wird ein Objekt.',
  other: 'Den erwarteten Typ nennt die Beschreibung der API.',
};

const owned = {
  username: 'dem Benutzernamen',
  email: 'der E-Mail-Adresse',
  name: 'dem Namen',
  organisation: 'dem Namen der Organisation',
  product: 'dem Namen dieses Produkts',
};
