import { instantIn, whileIn } from './instants.ts';
import type { MailData } from './templates.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  hello: (name) => `Guten Tag ${name},`,
  copy: 'Falls der Knopf nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  unmade: '(Der Link entsteht, wenn die E-Mail gesendet wird.)',
  foot: ({ organisation, issuer }) => `Gesendet von ${organisation}, ${issuer}. Antworten darauf liest niemand.`,
};

export const templates: typeof English.templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} kann E-Mails senden`,
    paragraphs: [
      'Das ist die Testmail, die Sie angefordert haben. Der Mailserver hat sie angenommen, und sie ist angekommen.',
    ],
  }),

  invitation: ({ by }, { organisation }) => ({
    subject: `Sie sind eingeladen: ${organisation}`,
    paragraphs: [
      `${by ?? 'Der Administrator'} hat bei ${organisation} ein Konto für Sie angelegt. Mit dem Link melden Sie sich zum ersten Mal an; er gilt einmal und nur eine Woche lang.`,
    ],
    button: 'Einladung annehmen',
    small: ['Falls Sie nicht wissen, worum es geht, tun Sie nichts: Ohne Sie kommt niemand in das Konto.'],
  }),
  password_reset: () => ({
    subject: 'Neues Passwort festlegen',
    paragraphs: [
      'Jemand, vermutlich Sie, hat das Passwort dieses Kontos vergessen. Legen Sie innerhalb einer Stunde ein neues fest; der Link gilt nur einmal.',
      'Sobald es festgelegt ist, wird Ihr Konto überall abgemeldet.',
    ],
    button: 'Neues Passwort festlegen',
    small: [
      'Falls Sie das nicht wollten, tun Sie nichts: Ihr Passwort bleibt, wie es ist, und der Link läuft von selbst ab.',
    ],
  }),
  password_changed: ({ at }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Ihr Passwort wurde am ${instantIn('de', at)} geändert. In allen anderen Browsern ist Ihr Konto abgemeldet.`,
    ],
    small: [
      'Falls Sie das nicht waren, legen Sie sofort ein neues fest („Passwort vergessen?“ auf der Anmeldeseite), und sagen Sie es einem Administrator.',
    ],
  }),
  credentials_changed: ({ at, what }) => ({
    subject: 'Ihre Anmeldewege haben sich geändert',
    paragraphs: [`${credentialsChanged[what]} Das war am ${instantIn('de', at)}.`],
    button: 'Meine Anmeldewege ansehen',
    page: '/me?tab=credentials',
    small: [
      'Falls Sie das nicht waren, melden Sie sich an, machen Sie die Änderung rückgängig, ändern Sie Ihr Passwort, und sagen Sie es einem Administrator.',
    ],
  }),
  new_browser: ({ at, browser, system, network, client }) => ({
    subject: 'Sie haben sich in einem neuen Browser angemeldet',
    paragraphs: [
      'Jemand, vermutlich Sie, hat sich als Sie in einem Browser angemeldet, den Sie hier noch nicht benutzt haben.',
    ],
    facts: [
      ['Wann', instantIn('de', at)],
      ['Browser', browser && system ? `${browser} auf ${system}` : (browser ?? system ?? 'unbekannt')],
      ...(network === null ? [] : [['Netzwerk', network] as const]),
      ...(client === null ? [] : [['Für', client] as const]),
    ],
    button: 'Meine Sitzungen ansehen',
    page: '/me?tab=sessions',
    small: [
      'Falls Sie das waren, ist nichts zu tun.',
      'Falls nicht, weiß jemand, womit Sie sich anmelden: Melden Sie diesen Browser dort ab, ändern Sie sofort Ihr Passwort, und sagen Sie es einem Administrator.',
    ],
  }),
  address_changed: ({ at }, { organisation }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Am ${instantIn('de', at)} hat Ihr Konto bei ${organisation} eine andere E-Mail-Adresse bekommen. An diese Adresse geht nichts mehr.`,
    ],
    small: [
      'Falls Sie davon nichts wissen, sagen Sie es sofort einem Administrator: Links für ein neues Passwort gehen an die neue Adresse, sobald sie bestätigt ist.',
    ],
  }),
  email_verification: ({ changes }, { organisation }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      `Bestätigen Sie, dass diese Adresse Ihnen gehört. ${changes ? `Danach gilt sie für Ihr Konto bei ${organisation} anstelle der bisherigen.` : `Für Ihr Konto bei ${organisation} ist sie schon eingetragen; solange sie nicht bestätigt ist, gehen keine Links zum Anmelden dorthin.`} Der Link gilt einmal und nur drei Tage lang.`,
    ],
    button: 'Diese Adresse bestätigen',
    small: [
      'Falls Sie kein solches Konto haben, tun Sie nichts: Ohne Ihre Bestätigung bekommt dort niemand diese Adresse.',
    ],
  }),
  requests_waiting: ({ requests, more }) => ({
    subject:
      requests.length + more === 1
        ? 'Ein Antrag wartet auf Ihre Entscheidung'
        : `${requests.length + more} Anträge warten auf Ihre Entscheidung`,
    paragraphs: [
      requests.length + more === 1 ? 'Über diesen Antrag entscheiden Sie:' : 'Über diese Anträge entscheiden Sie:',
    ],
    items: [
      ...requests.map(
        ({ user, asks, application, seconds }) =>
          `${user} beantragt „${asks}“ in ${application}, Dauer: ${whileIn('de', seconds)}.`,
      ),
      ...(more === 0 ? [] : [more === 1 ? 'Und ein weiterer.' : `Und ${more} weitere.`]),
    ],
    button: 'Anträge ansehen',
    page: '/requests?view=waiting',
    small: ['Dort sehen Sie den Grund, und was sich ändern würde, bevor Sie zustimmen.'],
  }),
  request_decided: ({ approved, asks, application, by, note, ends }) => ({
    subject: approved ? `Sie haben „${asks}“ bekommen` : `„${asks}“ wurde abgelehnt`,
    paragraphs: [
      `${by ?? 'Der Administrator'} hat ${approved ? 'genehmigt' : 'abgelehnt'}, was Sie beantragt haben: „${asks}“ in ${application}.`,
      ...(approved && ends !== null ? [`Sie haben es ab jetzt, bis zum ${instantIn('de', ends)}.`] : []),
    ],
    ...(note !== '' && { facts: [['Anmerkung', note]] }),
    button: 'Meine Anträge ansehen',
    page: '/requests?view=mine',
  }),
};

const credentialsChanged: Readonly<Record<MailData['credentials_changed']['what'], string>> = {
  passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
  passkey_by_link:
    'Mit einem Link, der Ihnen gesendet oder gegeben wurde, wurde ein Passkey für Ihr Konto angelegt. Ein bisheriges Passwort gilt nicht mehr.',
  passkey_removed: 'Von Ihrem Konto wurde ein Passkey entfernt.',
  totp_added:
    'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Beim Anmelden wird ab jetzt nach ihren Codes gefragt.',
  totp_removed: 'Die Authenticator-App wurde von Ihrem Konto entfernt.',
  recovery_codes_made: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
  identity_linked:
    'Mit Ihrem Konto wurde ein Konto bei einem anderen Anbieter verknüpft. Damit kann man sich ab jetzt bei Ihrem Konto anmelden.',
  identity_unlinked: 'Ein Konto bei einem anderen Anbieter ist nicht mehr mit Ihrem verknüpft.',
  credentials_reset: 'Ein Administrator hat die Anmeldewege entfernt, die Sie neben dem Passwort hatten.',
};
