import type { ErrorCode } from '@licet/contract';
import { formatNumber, plural } from './format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Noch einmal versuchen',
  signInAgain: 'Noch einmal anmelden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  previous: 'Zurück',
  next: 'Weiter',
  loading: 'Wird geladen',
  working: 'In Arbeit',
  optional: '(optional)',
  clear: 'Leeren',
  search: 'Suchen',
  filters: (active) => (active === 0 ? 'Filter' : `Filter (${active})`),
  searching: 'Wird gesucht …',
  nothingFound: 'Nichts gefunden',
  chosenAlready: 'Schon gewählt',
  choose: 'Auswählen',
  showChoices: 'Auswahl zeigen',
  selectAll: 'Alle Zeilen auswählen',
  selectRow: (name) => `${name} auswählen`,
  remove: (name) => `${name} entfernen`,
  selected: (count) => `${count} ausgewählt`,
  clearSelection: 'Auswahl aufheben',
  notifications: 'Mitteilungen',
  breadcrumbs: 'Pfad',
  undo: 'Rückgängig machen',
  notUndone: 'Es bleibt, wie es ist.',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  openCalendar: 'Kalender öffnen',
  time: 'Uhrzeit',
  now: 'gerade eben',
  soon: 'in weniger als einer Minute',
  never: 'Nie',
  noEnd: 'Kein Ende',
  minutesAgo: (minutes) => `vor ${minutes} Min.`,
  hoursAgo: (hours) => `vor ${hours} Std.`,
  inMinutes: (minutes) => `in ${minutes} Min.`,
  inHours: (hours, minutes) => (minutes === 0 ? `in ${hours} Std.` : `in ${hours} Std. ${minutes} Min.`),
  yesterday: 'gestern',
  todayAt: (time) => `heute, ${time}`,
  tomorrowAt: (time) => `morgen, ${time}`,
  ends: 'Endet',
  missing: 'fehlt',
  leadsTo: 'führt zu',
  axisStarts: (start) => `Die Achse beginnt bei ${formatNumber(start)}.`,
  asTable: 'Dasselbe als Tabelle',
  chartAsTable: (title) => `${title} als Tabelle`,
  chartPoint: (day, counts) => `${day}: ${counts}`,
  saveChart: (title) => `${title} als CSV`,
  grantedAlone: 'direkt freigegeben',
  nothingHere: 'Unter dieser Adresse gibt es nichts',
  nothingHereNext: 'Prüfen Sie die Adresse, oder suchen Sie nach dem, was Sie brauchen.',
  failed: 'Das hat nicht geklappt',
  notLoaded: 'Nicht geladen',
  failedNext: 'Versuchen Sie es noch einmal. Geschieht es wieder, nennen Sie dem Betreiber die Nummer der Anfrage.',
  requestNumber: 'Anfrage',
  correct: (count) =>
    plural(count, {
      one: 'Ein Eintrag braucht einen zweiten Blick',
      other: `${count} Einträge brauchen einen zweiten Blick`,
    }),
  none: '–',
  problems: {
    invalid_request: {
      title: 'Die Angaben sind so nicht möglich.',
      next: 'Ändern Sie die genannten Felder und versuchen Sie es noch einmal.',
    },
    malformed_body: {
      title: 'Die Anfrage ist nicht lesbar.',
      next: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    invalid_cursor: { title: 'Diese Stelle der Liste gibt es nicht mehr.', next: 'Beginnen Sie die Liste von vorn.' },
    name_reserved: {
      title: 'Der Name ließe sich mit „admin“ verwechseln.',
      next: 'Wählen Sie einen Namen, den niemand damit verwechselt.',
    },
    not_as_of: {
      title: 'Das geht nur jetzt, nicht zu einem anderen Zeitpunkt.',
      next: 'Gehen Sie zurück zu jetzt, oder fragen Sie ohne diesen Teil.',
    },
    ends_before_start: {
      title: 'Das Ende liegt nicht nach dem Beginn.',
      next: 'Wählen Sie ein späteres Ende oder keines.',
    },
    in_the_past: {
      title: 'Der Zeitpunkt liegt in der Vergangenheit.',
      next: 'Wählen Sie einen Zeitpunkt ab jetzt; was war, bleibt, wie es war.',
    },
    password_refused: { title: 'Dieses Passwort ist nicht möglich.', next: 'Wählen Sie ein anderes.' },
    import_rejected: {
      title: 'Die Datei wurde nicht importiert; nichts ist geändert.',
      next: 'Berichtigen Sie die genannten Zeilen und importieren Sie die Datei noch einmal.',
    },
    unauthenticated: {
      title: 'Sie sind nicht angemeldet.',
      next: 'Melden Sie sich an und versuchen Sie es noch einmal.',
    },
    token_invalid: { title: 'Das Token wird nicht angenommen.', next: 'Melden Sie sich neu an.' },
    token_expired: { title: 'Das Token ist abgelaufen.', next: 'Melden Sie sich neu an.' },
    proof_invalid: {
      title: 'Der DPoP-Nachweis wird nicht angenommen.',
      next: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    sign_in_failed: {
      title: 'Name und Passwort passen nicht zusammen.',
      next: 'Prüfen Sie beides, oder bitten Sie die Administration um einen neuen Link.',
    },
    sign_in_again: {
      title: 'Dafür muss Ihre Anmeldung frisch sein.',
      next: 'Melden Sie sich neu an, mit einem zweiten Faktor, wenn Sie einen haben, und wiederholen Sie es gleich danach.',
    },
    second_factor_needed: {
      title: 'Das Passwort stimmt, aber ein zweiter Faktor wird verlangt.',
      next: 'Öffnen Sie die Konsole und melden Sie sich dort an.',
    },
    second_factor_missing: {
      title: 'Von Ihnen wird ein zweiter Faktor verlangt, und Sie haben keinen.',
      next: 'Melden Sie sich dort an, wo Sie sich schon einmal angemeldet haben: Dort können Sie einen einrichten. Oder bitten Sie die Administration um einen neuen Link.',
    },
    way_refused: {
      title: 'Dieser Anmeldeweg ist hier nicht erlaubt.',
      next: 'Wählen Sie einen anderen Weg, den die Seite anbietet. Haben Sie keinen davon, bitten Sie die Administration um einen neuen Link.',
    },
    code_wrong: {
      title: 'Der Code stimmt nicht.',
      next: 'Geben Sie den ein, den die App jetzt zeigt, oder einen noch nicht benutzten Wiederherstellungscode.',
    },
    passkey_refused: {
      title: 'Der Passkey wird nicht angenommen.',
      next: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an und sehen Sie Ihre Anmeldewege durch.',
    },
    passkey_unknown: {
      title: 'Dieser Passkey ist hier nicht bekannt.',
      next: 'Er wurde entfernt oder gehört woandershin: Nehmen Sie einen anderen, und löschen Sie diesen, wo Sie ihn aufbewahren.',
    },
    provider_refused: {
      title: 'Der Anbieter hat Sie nicht angemeldet.',
      next: 'Beginnen Sie noch einmal, oder melden Sie sich anders an.',
    },
    provider_wrong: {
      title: 'Der Antwort des Anbieters ist nicht zu trauen.',
      next: 'Beginnen Sie noch einmal. Wenn es so bleibt, sagen Sie es der Administration.',
    },
    provider_unreachable: {
      title: 'Der Anbieter antwortet nicht.',
      next: 'Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.',
    },
    identity_unknown: {
      title: 'Unter diesem Konto ist hier niemand bekannt.',
      next: 'Melden Sie sich anders an und verknüpfen Sie es unter „Mein Konto“, oder fragen Sie die Administration.',
    },
    identity_taken: {
      title: 'Dieses Konto hat schon jemand anders verknüpft.',
      next: 'Melden Sie sich damit an, um zu sehen, wessen es ist, oder fragen Sie die Administration.',
    },
    address_missing: {
      title: 'Der Anbieter hat keine E-Mail-Adresse genannt.',
      next: 'Lassen Sie ihn Ihre Adresse nennen, oder bitten Sie die Administration um ein Konto.',
    },
    address_unverified: {
      title: 'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt.',
      next: 'Bestätigen Sie sie dort, oder bitten Sie die Administration um ein Konto.',
    },
    address_taken: {
      title: 'Es gibt schon ein Konto mit dieser Adresse.',
      next: 'Melden Sie sich dort an wie immer, und verknüpfen Sie das andere unter „Mein Konto“, Anmeldewege.',
    },
    domain_not_allowed: {
      title: 'Adressen dieser Domain werden nicht angenommen.',
      next: 'Nehmen Sie ein Konto Ihrer Organisation, oder fragen Sie die Administration.',
    },
    setup_code_wrong: {
      title: 'Das ist nicht der Code, den der Server ausgegeben hat.',
      next: 'Kopieren Sie den letzten aus der Ausgabe des Servers: Er gibt jede Stunde und bei jedem Start einen neuen aus.',
    },
    forbidden: { title: 'Das dürfen Sie nicht.', next: 'Bitten Sie die Administration um die Berechtigung dafür.' },
    may_not_grant: {
      title: 'Sie dürfen diesen Zugriff weder geben noch nehmen.',
      next: 'Wenden Sie sich an einen Eigentümer der Anwendung oder an die Administration von Licet.',
    },
    break_glass_refused: {
      title: 'Sie dürfen diese Rolle nicht sofort übernehmen.',
      next: 'Beantragen Sie sie, oder lassen Sie sich in den Regeln der Rolle dafür eintragen.',
    },
    own_use: {
      title: 'Niemand prüft, was er selbst übernommen hat.',
      next: 'Das tun andere Eigentümer oder die Administration.',
    },
    own_request: {
      title: 'Niemand entscheidet über den eigenen Antrag.',
      next: 'Ein anderer Eigentümer oder die Administration entscheidet.',
    },
    not_your_step: {
      title: 'Diesen Schritt genehmigen andere.',
      next: 'Warten Sie, bis Sie an der Reihe sind; die Meldung sagt, wer es ist.',
    },
    foreign_application: {
      title: 'Das Token gehört zu einer anderen Anwendung.',
      next: 'Melden Sie sich dafür bei Licet an.',
    },
    origin_refused: {
      title: 'Die Herkunft der Seite ist beim Client nicht eingetragen.',
      next: 'Fügen Sie sie den Web-Herkünften des Clients hinzu.',
    },
    not_a_service: {
      title: 'Das ist nur für Programme der Anwendung.',
      next: 'Nehmen Sie das Token eines Clients der Art „Dienst“.',
    },
    not_found: {
      title: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
      next: 'Suchen Sie es in seiner Liste; vielleicht wurde es gelöscht.',
    },
    no_such_route: {
      title: 'Diese Adresse gibt es nicht.',
      next: 'Sehen Sie in der Beschreibung der API nach: /api/openapi.json.',
    },
    unknown_permission: {
      title: 'Diese Berechtigung steht nicht im Katalog der Anwendung.',
      next: 'Prüfen Sie die Schreibweise, oder nehmen Sie sie in den Katalog auf.',
    },
    method_not_allowed: { title: 'Diese Adresse nimmt diese Methode nicht an.', next: 'Laden Sie die Seite neu.' },
    name_taken: { title: 'Der Name ist vergeben.', next: 'Wählen Sie einen anderen.' },
    already_exists: { title: 'Das ist schon so.', next: 'Es gibt nichts zu tun.' },
    plan_moved: {
      title: 'Seit dem Plan hat sich etwas geändert, und er brächte jetzt etwas anderes.',
      next: 'Machen Sie den Plan neu, sehen Sie sich an, was anders ist, und wenden Sie diesen an.',
    },
    name_moved: {
      title: 'Ein Name in diesen Dateien gehört jetzt zu etwas anderem als zuvor.',
      next: 'Sehen Sie sich den Plan an. Ist es so gemeint, wenden Sie ihn mit --accept-moved und der Nummer an, die er nennt.',
    },
    too_many_lines: {
      title: 'Die Überprüfung hätte mehr Zeilen, als Menschen entscheiden können.',
      next: 'Eröffnen Sie sie über eine Rolle, eine Gruppe oder einen engeren Filter.',
    },
    duplicate_grant: {
      title: 'Es gibt schon eine Freigabe desselben für dieselbe Zeit.',
      next: 'Ändern Sie die bestehende Freigabe.',
    },
    already_held: {
      title: 'Sie haben das schon.',
      next: 'Es gibt nichts zu tun; laden Sie die Seite neu, falls es nicht zu sehen ist.',
    },
    request_pending: {
      title: 'Das haben Sie schon beantragt.',
      next: 'Warten Sie auf die Entscheidung, oder ziehen Sie den Antrag zurück.',
    },
    request_limit: {
      title: 'Sie haben zu viel auf einmal beantragt.',
      next: 'Ziehen Sie einen Antrag zurück, warten Sie auf eine Entscheidung, oder beantragen Sie es später.',
    },
    voted_already: { title: 'Sie haben es schon genehmigt.', next: 'Was noch fehlt, genehmigen andere.' },
    not_requestable: {
      title: 'Das kann niemand beantragen.',
      next: 'Sprechen Sie mit einem Eigentümer der Anwendung.',
    },
    comment_limit: {
      title: 'Zu diesem Antrag ist genug gesagt.',
      next: 'Entscheiden Sie, oder sprechen Sie miteinander.',
    },
    longer_than_allowed: {
      title: 'So lange wird die Rolle nicht vergeben.',
      next: 'Wählen Sie ein Ende innerhalb der genannten Zeit; bevor sie um ist, kann die Rolle wieder beantragt werden.',
    },
    reason_needed: {
      title: 'Eine Begründung fehlt.',
      next: 'Schreiben Sie, warum, und senden Sie es noch einmal.',
    },
    second_approver_needed: {
      title: 'Diese Rolle vergibt niemand allein.',
      next: 'Lassen Sie die Person selbst darum bitten, oder schlagen Sie es für sie vor: Jemand anders genehmigt es dann.',
    },
    more_than_asked: {
      title: 'Das ist mehr, als beantragt wurde.',
      next: 'Geben Sie das Beantragte oder weniger, oder fügen Sie eine Freigabe hinzu.',
    },
    cycle: { title: 'Daraus würde ein Kreis.', next: 'Lösen Sie zuerst eine der Verbindungen.' },
    separation_violated: {
      title: 'Jemand hätte zugleich, was getrennt bleiben soll.',
      next: 'Entziehen Sie zuerst den anderen Teil, oder bitten Sie jemanden, der Funktionstrennungen verwaltet, um eine Ausnahme.',
    },
    own_exception: {
      title: 'Niemand nimmt sich selbst aus.',
      next: 'Bitten Sie jemand anderen, der Funktionstrennungen verwaltet.',
    },
    last_admin: {
      title: 'Licet hätte danach niemanden mehr für die Administration.',
      next: 'Geben Sie zuerst einer anderen aktiven Person die Rolle admin von Licet, direkt und ohne Ende.',
    },
    built_in: {
      title: 'Das ist eingebaut und lässt sich nicht ändern.',
      next: 'Legen Sie stattdessen etwas Eigenes an.',
    },
    wrong_state: {
      title: 'Das geht zurzeit nicht.',
      next: 'Laden Sie die Seite neu, um zu sehen, was sich geändert hat.',
    },
    credential_limit: {
      title: 'Mehr Passkeys kann eine Person nicht haben.',
      next: 'Entfernen Sie einen, den Sie nicht benutzen.',
    },
    locks_out: {
      title: 'Die ganze Administration könnte ausgesperrt werden.',
      next: 'Richten Sie zuerst selbst ein, was verlangt wird, oder lassen Sie Anmeldungen ohne das noch eine Weile zu.',
    },
    last_way_in: {
      title: 'Das ist Ihr letzter Anmeldeweg.',
      next: 'Fügen Sie zuerst einen anderen hinzu, dann entfernen Sie diesen.',
    },
    setup_done: {
      title: 'Licet ist schon eingerichtet.',
      next: 'Melden Sie sich an. Kann das niemand, rufen Sie auf dem Rechner „licet\u00a0recover-admin“ auf.',
    },
    link_invalid: {
      title: 'Der Link wurde schon benutzt, ersetzt oder ist abgelaufen.',
      next: 'Bitten Sie die Administration um einen neuen.',
    },
    begin_again: {
      title: 'Es wurde vor zu langer Zeit begonnen oder ist schon getan.',
      next: 'Beginnen Sie noch einmal mit dem ersten Schritt.',
    },
    version_conflict: {
      title: 'Jemand anders hat es inzwischen geändert.',
      next: 'Laden Sie es neu, sehen Sie sich beides an und entscheiden Sie.',
    },
    request_timeout: { title: 'Die Anfrage kam nicht rechtzeitig an.', next: 'Senden Sie sie noch einmal.' },
    too_large: { title: 'Die Anfrage ist zu groß.', next: 'Senden Sie weniger auf einmal.' },
    head_too_large: {
      title: 'Adresse und Kopfzeilen der Anfrage sind zu groß.',
      next: 'Suchen Sie nach weniger auf einmal. Hilft das nicht, löschen Sie die Cookies dieser Seite.',
    },
    unsupported_media_type: {
      title: 'Diese Art von Inhalt wird nicht angenommen.',
      next: 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    throttled: { title: 'Zu viele Versuche.', next: 'Warten Sie eine Weile und versuchen Sie es noch einmal.' },
    internal: {
      title: 'In Licet ist ein Fehler aufgetreten.',
      next: 'Versuchen Sie es noch einmal. Bleibt es dabei, nennen Sie dem Betreiber die Nummer der Anfrage.',
    },
    locked: {
      title: 'Zu viele falsche Passwörter.',
      next: 'Melden Sie sich mit einem Browser an, in dem Sie sich schon einmal angemeldet haben, oder bitten Sie die Administration um einen neuen Link.',
    },
    codes_locked: {
      title: 'Zu viele falsche Codes.',
      next: 'Melden Sie sich mit einem Passkey an, oder bitten Sie die Administration, den zweiten Faktor zurückzusetzen.',
    },
    live_full: {
      title: 'Dieser Server hat keinen Platz für eine weitere offene Verbindung.',
      next: 'Versuchen Sie es später noch einmal.',
    },
    people_only: {
      title: 'Das kann nur eine Person tun.',
      next: 'Melden Sie sich an und tun Sie es selbst, in der Konsole oder mit „licet login“.',
    },
    busy: {
      title: 'Licet hat gerade zu viel zu tun.',
      next: 'Warten Sie einige Sekunden und versuchen Sie es noch einmal.',
    },
    unavailable: {
      title: 'Licet erreicht seine Datenbank nicht.',
      next: 'Versuchen Sie es gleich noch einmal. Bleibt es dabei, sagen Sie dem Betreiber Bescheid.',
    },
  } satisfies Record<ErrorCode, { title: string; next: string }>,
};
