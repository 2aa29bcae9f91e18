import type { reviewReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for refused reviews, decisions in them and their closing. */
export const reviewReasons = {
  not_found: {
    review_unknown: ({ id }) =>
      `Eine Überprüfung mit der Kennung ${id} gibt es nicht, oder keine ihrer Zeilen ist für Sie.`,
  },
  wrong_state: {
    review_closed: ({ review }) => `Die Überprüfung „${review}“ ist abgeschlossen. Was entschieden wurde, bleibt so.`,
    review_closing: ({ review }) =>
      `Die Überprüfung „${review}“ wird gerade abgeschlossen. Was entschieden wurde, bleibt so.`,
    review_fields_final: ({ review }) =>
      `Die Überprüfung „${review}“ ist abgeschlossen. Ändern lässt sich nur noch, wie oft sie wiederkehrt.`,
    review_series_passed: ({ review }) =>
      `Auf die Überprüfung „${review}“ folgt keine weitere mehr: Die nächste ist schon eröffnet, oder worum es ging, wurde gelöscht. Ändern Sie, wie oft die neueste wiederkehrt.`,
    review_search_erased: ({ review }) =>
      `Die Überprüfung „${review}“ suchte nach einer Person, die unkenntlich gemacht wurde, und fände nichts mehr. Beginnen Sie eine neue Überprüfung.`,
    review_open: ({ review }) =>
      `Die Überprüfung „${review}“ ist noch offen. Einen Nachweis gibt es erst, wenn sie abgeschlossen ist.`,
    review_replaced: ({ grants }, say) =>
      grants === 1
        ? 'Eine offene Überprüfung soll eine Freigabe entziehen oder verkürzen, die dieser Plan beendet und durch eine neue mit demselben Zugriff ersetzt. Schließen Sie zuerst die Überprüfung ab, oder lassen Sie die Freigabe unverändert.'
        : `Offene Überprüfungen sollen ${say.count(grants)} Freigaben entziehen oder verkürzen, die dieser Plan beendet und durch neue mit demselben Zugriff ersetzt. Schließen Sie zuerst die Überprüfungen ab, oder lassen Sie die Freigaben unverändert.`,
  },
  plan_moved: {
    lines_decided: ({ review }) =>
      `Seit der Vorschau auf den Abschluss von „${review}“ wurde über Zeilen entschieden. Sehen Sie sich die neue an.`,
  },
  in_the_past: {
    review_over: () => 'Die Überprüfung würde enden, bevor sie beginnt. Wählen Sie ein späteres Ende.',
  },
  too_many_lines: {
    review_too_long: ({ review, most }, say) =>
      `„${review}“ hätte mehr als ${say.count(most)} Zeilen. Eröffnen Sie sie über eine Rolle, eine Gruppe oder einen engeren Filter.`,
  },
  may_not_grant: {
    line_needs_administrator: ({ line }) =>
      `Zeile ${line}: Zugriff auf Licet selbst dürfen nur Administratoren von Licet entziehen oder verkürzen.`,
    line_needs_owner: ({ line, application }, say) =>
      `Zeile ${line}: Es geht um Zugriff auf ${say.application(application)}. Entziehen oder verkürzen dürfen ihn nur Eigentümer und Personen, die dort Freigaben verwalten.`,
    line_needs_rules: ({ line, group }) =>
      `Zeile ${line}: Die Anmelderegeln verlangen von allen in ${group} einen zweiten Faktor. Nur wer diese Regeln ändern darf, darf jemanden aus der Gruppe nehmen.`,
    line_not_yours: ({ line }) => `Zeile ${line}: Diesen Zugriff dürfen Sie nicht entziehen oder verkürzen.`,
  },
  last_admin: {
    line_last_admin: ({ line }) =>
      `Zeile ${line}: Danach hätte keine aktive Person mehr die Rolle admin von Licet, direkt und ohne Ende.`,
  },
  field: {
    review_line_not_closed: ({ line }) => `Den Zugriff der Zeile ${line} kann der Abschluss nicht ändern.`,
    review_line_twice: ({ line }) => `Über Zeile ${line} wird zweimal entschieden.`,
    scope_application_missing: () => 'Nennen Sie die Anwendung dieser Rolle oder Berechtigung.',
    reviewer_not_active: ({ user, status }) =>
      `${user} ${status === 'suspended' ? 'ist gesperrt' : 'hat noch kein Passwort'} und kann jetzt nicht entscheiden. Nennen Sie jemand anderen.`,
    review_line_unknown: () => 'Diese Zeile hat die Überprüfung nicht.',
    review_line_own: () => 'Das ist Ihr eigener Zugriff. Darüber entscheidet jemand anders.',
    review_line_not_yours: () => 'Über diese Zeile entscheiden Sie nicht, oder nicht mehr.',
    review_line_changed: () => 'Seit Sie die Zeile geladen haben, hat jemand anders darüber entschieden.',
    review_line_decided_so: () =>
      'So hat schon jemand anders entschieden; Name und Anmerkung bleiben stehen. Um selbst zu entscheiden, machen Sie es zuerst rückgängig.',
    review_line_undecided: () => 'Über diese Zeile ist noch nichts entschieden.',
    review_line_reviewer_unable: () =>
      'Die genannte Person ist nicht aktiv oder hat diesen Zugriff selbst. Nennen Sie jemand anderen.',
    review_line_endless: () => 'Eine Mitgliedschaft hat kein Ende. Behalten oder entziehen Sie sie.',
    review_line_end_past: () => 'Das neue Ende liegt nicht in der Zukunft. Wählen Sie ein späteres.',
    review_line_end_later: () => 'Der Zugriff endet ohnehin vorher. Wählen Sie ein früheres Ende.',
  },
} satisfies SentencesOf<typeof english>;
