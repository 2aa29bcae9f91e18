import type { mailReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for refused mail settings, refused mails, and refused rounds of mails. */
export const mailReasons = {
  may_not_grant: {
    mail_needs_administrator: () =>
      'Links zum Zurücksetzen und Einladen gehen per E-Mail. Deshalb dürfen nur Administratoren von Licet diese Einstellungen ändern.',
  },
  not_found: {
    mail_unknown: ({ id }) => `Eine E-Mail mit der Kennung ${id} gibt es nicht.`,
    round_unknown: ({ id }) => `Einen Versand von E-Mails mit der Kennung ${id} gibt es nicht.`,
  },
  wrong_state: {
    mail_set_by_environment: () =>
      'Der Mailserver ist in der Umgebung von Licet eingestellt. Ändern Sie ihn dort, und starten Sie Licet neu.',
    mail_off_already: () => 'Es ist kein Mailserver eingestellt, also gibt es nichts abzuschalten.',
    mail_not_set: () => 'Es ist kein Mailserver eingestellt. Stellen Sie zuerst einen ein, dann testen Sie ihn.',
    own_address_missing: () => 'Sie haben keine E-Mail-Adresse, an die ein Test gehen könnte.',
    mail_not_resendable: () =>
      'Noch einmal senden lässt sich nur eine gescheiterte oder angehaltene E-Mail, und nur, solange sie noch einen Zweck hat.',
    mail_not_droppable: () => 'Die E-Mail ist schon gesendet oder wird ohnehin nicht mehr gesendet.',
    round_done: () => 'Dieser Versand ist schon beendet. Es gibt nichts mehr anzuhalten.',
  },
  too_large: {
    links_too_many: ({ most }, say) =>
      `Gefunden wurden mehr als ${say.count(most)} Personen. Erstellen Sie die Links in Teilen.`,
    invitations_too_many: ({ most }, say) =>
      `Gefunden wurden mehr als ${say.count(most)} Personen. Laden Sie sie in Teilen ein.`,
  },
  field: {
    mail_password_again: () =>
      'Geben Sie das Passwort noch einmal ein: Es würde jetzt an einen anderen Server oder auf andere Weise gesendet.',
    webhook_secret_missing: () => 'Geben Sie das Geheimnis ein, mit dem Anfragen an diese Adresse signiert werden.',
  },
} satisfies SentencesOf<typeof english>;
