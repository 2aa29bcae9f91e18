import { instantIn } from './instants.ts';
import type { MailData } from './templates.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  hello: (name) => `Guten Tag ${name},`,
  copy: 'Falls der Knopf nicht geht, kopieren Sie diese Adresse in Ihren Browser:',
  unmade: '(Der Link entsteht, wenn die E-Mail gesendet wird.)',
  foot: ({ organisation, issuer }) => `Gesendet von ${organisation}, ${issuer}. Antworten darauf liest niemand.`,
};

export const templates: typeof English.templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} kann E-Mails senden`,
    paragraphs: ['Das ist der Test, den Sie wollten. Der Mailserver hat ihn angenommen, und er ist angekommen.'],
  }),

  invitation: ({ by }, { organisation }) => ({
    subject: `Sie sind eingeladen: ${organisation}`,
    paragraphs: [
      `${by ?? 'Der Administrator'} hat bei ${organisation} ein Konto für Sie angelegt. Legen Sie ein Passwort fest, um hineinzukommen; der Link gilt einmal, eine Woche lang.`,
    ],
    button: 'Einladung annehmen',
    small: ['Falls Sie nicht wissen, worum es geht, tun Sie nichts: Ohne Sie kommt niemand hinein.'],
  }),
  password_reset: () => ({
    subject: 'Neues Passwort festlegen',
    paragraphs: [
      'Jemand, vermutlich Sie, hat das Passwort dieses Kontos vergessen. Legen Sie innerhalb einer Stunde ein neues fest; der Link gilt einmal.',
      'Ist es festgelegt, wird abgemeldet, wer irgendwo als Sie angemeldet ist.',
    ],
    button: 'Neues Passwort festlegen',
    small: [
      'Falls Sie das nicht wollten, tun Sie nichts: Ihr Passwort bleibt, wie es ist, und der Link läuft von selbst ab.',
    ],
  }),
  password_changed: ({ at }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Ihr Passwort wurde am ${instantIn('de', at)} geändert. Wer anderswo als Sie angemeldet war, ist es nicht mehr.`,
    ],
    small: [
      'Falls Sie das nicht waren, legen Sie sofort ein neues fest („Passwort vergessen?“ auf der Anmeldeseite), und sagen Sie es einem Administrator.',
    ],
  }),
  credentials_changed: ({ at, what }) => ({
    subject: 'Womit Sie sich anmelden, hat sich geändert',
    paragraphs: [`${credentialsChanged[what]} Das war am ${instantIn('de', at)}.`],
    button: 'Meine Anmeldewege ansehen',
    page: '/me?tab=credentials',
    small: [
      'Falls Sie das nicht waren, melden Sie sich an, entfernen Sie es, ändern Sie Ihr Passwort, und sagen Sie es einem Administrator.',
    ],
  }),
};

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
  passkey_removed: 'Von Ihrem Konto wurde ein Passkey entfernt.',
  totp_added:
    'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Beim Anmelden wird ab jetzt nach ihren Codes gefragt.',
  totp_removed: 'Die Authenticator-App wurde von Ihrem Konto entfernt.',
  recovery_codes_made: 'Für Ihr Konto wurden neue Wiederherstellungscodes gemacht. Die bisherigen gelten nicht mehr.',
  credentials_reset: 'Ein Administrator hat weggenommen, womit Sie sich neben dem Passwort angemeldet haben.',
};
