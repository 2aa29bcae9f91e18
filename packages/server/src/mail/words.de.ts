import { endingPage, instantIn, type MailData, toAskAgain, whileIn } from './templates.ts';
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
      'Jemand, vermutlich Sie, hat sich mit Ihrem Konto in einem Browser angemeldet, den Sie hier noch nicht benutzt haben.',
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
  request_decided: ({ approved, undone, asks, application, by, note, ends }) => ({
    subject: approved
      ? `Sie haben „${asks}“ bekommen`
      : undone
        ? `Sie haben „${asks}“ nicht mehr`
        : `„${asks}“ wurde abgelehnt`,
    paragraphs: [
      `${by ?? 'Der Administrator'} hat ${approved ? 'genehmigt' : undone ? 'doch nicht genehmigt' : 'abgelehnt'}, was Sie beantragt haben: „${asks}“ in ${application}.`,
      ...(approved && ends !== null ? [`Sie haben es ab jetzt, bis zum ${instantIn('de', ends)}.`] : []),
    ],
    ...(note !== '' && { facts: [['Anmerkung', note]] }),
    button: 'Meine Anträge ansehen',
    page: '/requests?view=mine',
  }),
  break_glass_used: ({ by, role, application, reason, ends }) => ({
    subject: `${by} hat im Notfall die Rolle „${role}“ übernommen`,
    paragraphs: [
      `${by} hat soeben die Rolle „${role}“ in ${application} selbst übernommen, wie es ihre Regeln im Notfall erlauben. Sie gilt bis zum ${instantIn('de', ends)}.`,
    ],
    facts: [['Begründung', reason]],
    button: 'Prüfen',
    page: '/emergencies?state=unreviewed',
    small: [
      'Sagen Sie, ob es richtig war. War es das nicht, wird die Rolle sofort entzogen. Bis dahin bleibt es im Protokoll als ungeprüft vermerkt.',
    ],
  }),
  break_glass_reviewed: ({ justified, ended, role, application, by, note }) => ({
    subject: justified
      ? `„${role}“ im Notfall zu übernehmen war richtig`
      : `„${role}“ im Notfall zu übernehmen war nicht richtig`,
    paragraphs: [
      `${by ?? 'Die Administration'} hat geprüft, warum Sie im Notfall die Rolle „${role}“ in ${application} übernommen haben. Das Ergebnis: Es war ${justified ? 'richtig' : 'nicht richtig'}.`,
      ...(ended ? ['Sie haben die Rolle nicht mehr.'] : []),
    ],
    facts: [['Anmerkung', note]],
    button: 'Meinen Zugriff ansehen',
    page: '/me?tab=access',
  }),
  access_ending: ({ grants, more }) => ({
    subject:
      grants.length + more === 1 ? 'Eines Ihrer Rechte endet bald' : `${grants.length + more} Ihrer Rechte enden bald`,
    paragraphs: ['Das haben Sie, und es endet bald von selbst:'],
    items: [
      ...grants.map(({ what, application, ends }) => `„${what}“ in ${application}, bis zum ${instantIn('de', ends)}.`),
      ...others(more),
    ],
    ...toAskAgain(grants, more, 'Noch einmal beantragen', 'Meinen Zugriff ansehen'),
    small: [
      'Falls Sie etwas davon länger brauchen, beantragen Sie es vor dem Ende noch einmal. Sonst ist nichts zu tun.',
    ],
  }),
  ending_soon: ({ grants, keys, more }) => ({
    subject:
      keys.length === 0 || grants.length > 0
        ? 'Zugriff in Ihren Anwendungen endet bald'
        : 'Schlüssel Ihrer Programme enden bald',
    paragraphs: ['Sie betreuen Anwendungen, in denen Folgendes bald endet:'],
    items: [
      ...keys.map(
        ({ key, program, application, ends }) =>
          `Der Schlüssel „${key}“ des Programms ${program} von ${application}: ${instantIn('de', ends)}. Ohne einen anderen kann es sich dann nicht mehr anmelden.`,
      ),
      ...grants.map(
        ({ who, kind, what, application, ends }) =>
          `„${what}“, ${holderKinds[kind]}${who}, in ${application}: ${instantIn('de', ends)}.`,
      ),
      ...others(more),
    ],
    button: 'Ansehen, was endet',
    page: endingPage(grants.length),
    small: ['Was enden soll, braucht nichts. Was noch gebraucht wird, lässt sich dort verlängern.'],
  }),
  exception_ending: ({ separation, who, rule, ends }) => ({
    subject: `Die Ausnahme für ${who} von „${rule}“ endet bald`,
    paragraphs: [
      `Bis zum ${instantIn('de', ends)} darf ${who} haben, was „${rule}“ trennt.`,
      'Danach wird nichts entzogen: Von da an wird gemeldet, was zu viel ist. Entziehen Sie vorher einen Teil, oder verlängern Sie die Ausnahme.',
    ],
    button: 'Ansehen, worum es geht',
    page: `/separations?separation=${separation}`,
  }),
  review_waiting: ({ review, name, waiting, endsAt, last }) => ({
    subject: last ? `Die Überprüfung „${name}“ endet bald` : `Zugriff wartet auf Ihre Überprüfung: „${name}“`,
    paragraphs: [
      `${waiting === 1 ? 'Eine Zeile' : `${waiting} Zeilen`} der Überprüfung „${name}“ ${waiting === 1 ? 'wartet' : 'warten'} auf Sie: wer was hat, und ob es noch gebraucht wird.`,
      `Sie endet am ${instantIn('de', endsAt)}.`,
    ],
    button: 'Überprüfen',
    page: `/reviews/${review}`,
    small: ['Jede Zeile sagt, seit wann, von wem und warum jemand es hat, und wann es zuletzt benutzt wurde.'],
  }),
  review_ended: ({ review, name, waiting, endsAt }) => ({
    subject: `Die Überprüfung „${name}“ kann abgeschlossen werden`,
    paragraphs: [
      `Die Überprüfung „${name}“ hat am ${instantIn('de', endsAt)} geendet. ${waiting === 0 ? 'Jede Zeile ist entschieden.' : `${waiting === 1 ? 'Eine Zeile ist' : `${waiting} Zeilen sind`} nicht entschieden.`}`,
      'Es wird nichts entzogen, bevor Sie sie abschließen; vorher sehen Sie, was das bewirkt.',
    ],
    button: 'Ansehen',
    page: `/reviews/${review}`,
  }),
  review_too_long: ({ review, name, most }) => ({
    subject: `Die Überprüfung „${name}“ hätte zu viele Zeilen`,
    paragraphs: [
      `Die nächste Überprüfung „${name}“ ist fällig, hätte aber mehr als ${most.toLocaleString('de')} Zeilen. Sie wurde deshalb nicht eröffnet; jeden Tag folgt ein neuer Versuch.`,
      'Eröffnen Sie stattdessen kleinere Überprüfungen: über eine Rolle, eine Gruppe oder einen engeren Filter.',
    ],
    button: 'Letzte Überprüfung ansehen',
    page: `/reviews/${review}`,
  }),
  sign_in_rules: ({ reason, ways, from, graceUntil }, { organisation }) => ({
    subject:
      reason === 'no_recovery'
        ? `Richten Sie einen zweiten Weg ein, sich bei ${organisation} anzumelden`
        : `Richten Sie etwas ein, um sich bei ${organisation} anzumelden`,
    paragraphs: [
      reason === 'no_recovery'
        ? `Sie melden sich bei ${organisation} auf nur einem Weg an. Verlieren Sie, was er braucht, kommen Sie nicht mehr hinein.`
        : `${from === null ? '' : `Ab dem ${instantIn('de', from)} gilt: `}Wer sich bei ${organisation} anmeldet, wird nach mehr gefragt, als Sie bisher haben.`,
      whatIsMissing(reason, ways),
      ...(graceUntil === null ? [] : [`Sie haben Zeit bis zum ${instantIn('de', graceUntil)}.`]),
    ],
    button: 'Jetzt einrichten',
    page: '/me?tab=credentials',
    small: [
      'Sie melden sich dort an wie immer, und es dauert eine Minute. Falls Sie sich nicht anmelden können, fragen Sie einen Administrator.',
    ],
  }),
  directory_not_synchronised: ({ connection, state, problem, leaving }) => ({
    subject:
      state === 'waiting'
        ? `${leaving} Personen würden durch ${connection} ausscheiden`
        : `${connection} wird nicht abgeglichen`,
    paragraphs:
      state === 'waiting'
        ? [
            `Im Verzeichnis ${connection} fehlen ${leaving} Personen auf einmal. Es wurde nichts getan: Sehen Sie die Namen durch, und bestätigen Sie den Abgleich, wenn sie wirklich ausgeschieden sind.`,
          ]
        : [
            `Der geplante Abgleich mit dem Verzeichnis ${connection} ist gescheitert. Wer dort ausscheidet, behält den Zugriff hier, bis er wieder gelingt.`,
            ...(problem === null ? [] : ['Woran es liegt, steht in der Konsole bei der Verbindung.']),
          ],
    button: 'Ansehen',
    page: '/settings/connections',
    small: ['Sie erfahren es einmal. Die nächste Nachricht kommt, wenn dies vorbei ist und es wieder geschieht.'],
  }),
};

function whatIsMissing(reason: MailData['sign_in_rules']['reason'], ways: MailData['sign_in_rules']['ways']): string {
  if (reason === 'no_recovery')
    return 'Legen Sie unter „Anmeldewege“ Wiederherstellungscodes oder einen zweiten Passkey an.';
  const passkey = ways.includes('passkey');
  if (reason === 'no_second_factor')
    return `Es fehlt ein zweiter Faktor. Fügen Sie unter „Anmeldewege“ ${passkey ? 'einen Passkey oder eine Authenticator-App' : 'eine Authenticator-App'} hinzu.`;
  if (passkey)
    return 'Es fehlt ein Passkey: Ein Passwort allein wird dann nicht angenommen. Fügen Sie unter „Anmeldewege“ einen hinzu.';
  if (ways.includes('password'))
    return 'Es fehlt ein Passwort. Legen Sie eines fest, oder bitten Sie einen Administrator um einen Link dafür.';
  return 'Es fehlt ein Konto eines anderen Anbieters. Verknüpfen Sie Ihres unter „Anmeldewege“.';
}

const others = (more: number) => (more === 0 ? [] : [more === 1 ? 'Und ein weiteres.' : `Und ${more} weitere.`]);
const holderKinds = { user: '', group: 'Gruppe ', client: 'Programm ' } as const;

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
