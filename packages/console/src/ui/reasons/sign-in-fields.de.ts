import type { signInFieldReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for errors in fields about signing in, directories, mail or appearance. */
export const signInFieldReasons = {
  field: {
    ways_missing: () => 'Ohne einen Weg meldet sich niemand an. Wählen Sie mindestens einen.',
    way_twice: () => 'Ein Anmeldeweg ist zweimal genannt.',
    domain_twice: () => 'Eine Domain ist zweimal genannt.',
    demand_twice: () => 'Eine Rolle oder Gruppe ist zweimal genannt.',
    issuer_form: () => 'Schreiben Sie die ganze Adresse, etwa https://sso.example.org, ohne „?“ und „#“.',
    scope_form: () => 'Ein Scope ist ein Wort.',
    attribute_form: () => 'Das ist nicht der Name eines Attributs. Er sieht aus wie uid oder sAMAccountName.',
    directory_address_form: () => 'Die Adresse sieht aus wie ldaps://ldap.example.org, bei Bedarf mit einem Port.',
    certificate_form: () => 'Das ist kein Zertifikat in PEM. Es beginnt mit -----BEGIN CERTIFICATE-----.',
    minutes_not_whole: () => 'Das ist keine ganze Zahl von Minuten.',
    synchronised_too_often: ({ least }, say) => `Ein Verzeichnis wird höchstens alle ${say.seconds(least)} gelesen.`,
    synchronised_too_rarely: ({ most }, say) => `Ein Verzeichnis wird mindestens alle ${say.seconds(most)} gelesen.`,
    mail_server_form: () => 'Das ist nicht der Name eines Mailservers. Er sieht aus wie smtp.example.org.',
    port_form: () => 'Der Port ist eine Zahl von 1 bis 65535, meist 465 oder 587.',
    webhook_form: () => 'Die Adresse sieht aus wie https://mailer.example.org/licet.',
    webhook_too_long: () => 'Die Adresse ist zu lang.',
    webhook_secret_too_short: ({ least }, say) =>
      `Ein Geheimnis hat mindestens ${say.count(least)} Zeichen: Lassen Sie es erzeugen.`,
    colour_form: () => 'Das ist keine Farbe. Sie sieht aus wie #1f4fd8.',
    colour_unreadable: ({ ground, colour, contrast, needed, nearest }) =>
      `Auf ${ground === 'light' ? 'hellem' : 'dunklem'} Hintergrund hat ${colour} einen Kontrast von ${decimal(contrast)}, und Schrift braucht ${decimal(needed)}. Die nächste Farbe, die ihn hat, ist ${nearest}.`,
    picture_too_large: ({ most }, say) => `Das Bild hat mehr als ${say.count(most)} kB. Machen Sie es kleiner.`,
    picture_not_base64: () => 'Das Bild ist nicht in Base64 geschrieben.',
  },
} satisfies SentencesOf<typeof english>;

const decimal = (number: string) => number.replace('.', ',');
