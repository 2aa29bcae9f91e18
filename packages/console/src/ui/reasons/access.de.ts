import type {
  accessReasons as english,
  accessFieldReasons as englishFields,
  SentencesOf,
} from '@licet/contract/reasons';

const roleOrPermission = { permission: 'keine Berechtigung', role: 'keine Rolle' } as const;
const userOrGroup = { user: 'Eine Person', group: 'Eine Gruppe' } as const;
const earlier = { application: 'die Anwendung', role: 'die Rolle', group: 'die Gruppe' } as const;

/** German sentences for refused access checks, role changes and imports. */
export const accessReasons = {
  not_found: {
    party_unknown: ({ party }) =>
      `Eine Person oder ein Programm „${party}“ gibt es nicht oder gab es zu dieser Zeit nicht.`,
    role_never_known: ({ role }) => `Eine Rolle mit der Kennung ${role} gibt es nicht und gab es nie.`,
    import_applications_unknown: ({ applications }, say) =>
      `Diese Anwendungen gibt es noch nicht: ${say.names(applications)}. Mit --create werden sie angelegt.`,
  },
  name_taken: {
    admin_role_exists: ({ application, role }) => `${application} hat schon die eingebaute Rolle ${role}.`,
  },
  built_in: {
    built_in_role_changed: ({ role, application }) =>
      `Die Rolle ${role} von ${application} bleibt, wie sie ist: Sie ist eingebaut, behält ihren Namen und schließt jede Berechtigung ein. Nur ihr Titel lässt sich ändern.`,
    built_in_role_deleted: ({ role, application }) =>
      `Die Rolle ${role} von ${application} wurde nicht gelöscht: Sie ist eingebaut, und jede Anwendung hat sie.`,
    licet_not_imported: () =>
      'Zugriff auf Licet selbst wird nicht importiert. Geben Sie die Rollen von Licet einzeln frei.',
  },
  may_not_grant: {
    import_fills_roles: ({ application }) =>
      `Die Datei füllt Rollen, die ${application} schon hat, und dort dürfen Sie keinen Zugriff freigeben.`,
  },
  forbidden: {
    differences_of_others: () =>
      'Dafür braucht es in Licet die Berechtigung access.read. Eigentümer können nach ihrer Anwendung fragen.',
    import_creates_users: ({ count }, say) =>
      count === 1
        ? 'Die Datei nennt eine Person, die es nicht gibt, und Sie dürfen niemanden anlegen.'
        : `Die Datei nennt ${say.count(count)} Personen, die es nicht gibt, und Sie dürfen niemanden anlegen.`,
  },
  too_large: {
    paths_too_many: () =>
      'Dieser Zugriff verläuft über zu viele Rollen, um alle Wege zu berechnen. Entziehen Sie Rollen, die niemand braucht.',
  },
  import_rejected: {
    import_breaks_off: () => 'Der Import bricht vor seinem Ende ab.',
  },
  field: {
    one_subject_needed: () => 'Nennen Sie genau eines: eine Person, eine Rolle, eine Gruppe oder eine Anwendung.',
    role_content_unknown: ({ application, kind, id }) =>
      `${application} hat ${roleOrPermission[kind]} mit der Kennung ${id}.`,
    approver_unknown: ({ kind, id }) => `${userOrGroup[kind]} mit der Kennung ${id} gibt es nicht.`,
    approvers_too_few: ({ needed, named }, say) =>
      `Dieser Schritt braucht ${say.count(needed)} Zustimmungen, von den genannten Personen können aber nur ${say.count(named)} kommen. Nennen Sie weitere, oder verlangen Sie weniger Zustimmungen.`,
    directory_line_not_json: () => 'Die Zeile ist kein JSON.',
    directory_line_unknown: () => 'Die Zeile gehört nicht zu einem Import.',
    directory_line_after_end: () => 'Die Zeile steht hinter dem Ende.',
    directory_line_repeated: () => 'Dasselbe steht schon in einer Zeile davor.',
    directory_email_repeated: () => 'Dieselbe E-Mail-Adresse steht schon in einer Zeile davor.',
    directory_admin_includes: () => 'Die Rolle admin ist eingebaut und schließt keine andere Rolle ein.',
    directory_line_licet: () =>
      'Zugriff auf Licet selbst wird nicht importiert. Geben Sie die Rollen von Licet einzeln frei.',
    directory_name_missing: ({ kind, name }) => `In den Zeilen davor fehlt ${earlier[kind]} „${name}“.`,
  },
} satisfies SentencesOf<typeof english>;

/** German sentences for errors in fields about access. */
export const accessFieldReasons = {
  field: {
    id_form: () => 'Das ist keine Kennung. Eine sieht aus wie 01a1fd60-b421-70dc-9693-52f823154a01.',
    instant_form: () => 'Das ist kein Zeitpunkt. Er sieht aus wie 2026-11-21T17:00:00Z.',
    instant_range: () =>
      'Dieser Zeitpunkt liegt nicht in den Jahren 1 bis 9999, oder sein Abstand von UTC ist größer als 14 Stunden.',
    day_form: () => 'Das ist kein Tag. Er sieht aus wie 2026-03-01.',
    seconds_not_whole: () => 'Das ist keine ganze Zahl von Sekunden.',
    request_too_short: ({ least }, say) => `Beantragen Sie mindestens ${say.seconds(least)}.`,
    request_too_long: ({ most }, say) => `Beantragen Sie höchstens ${say.seconds(most)}.`,
    request_role_or_permission: () => 'Beantragen Sie entweder eine Rolle oder eine Berechtigung.',
    request_reason_missing: () => 'Geben Sie an, wozu Sie es brauchen. Wer entscheidet, liest es.',
    denial_reason_missing: () => 'Geben Sie einen Grund an. Die Person liest ihn.',
    denials_reason_missing: () => 'Geben Sie einen Grund an. Jede der Personen liest ihn.',
    comment_missing: () => 'Schreiben Sie einen Kommentar. Wer den Antrag gestellt hat und wer entscheidet, liest ihn.',
    emergency_reason_missing: () =>
      'Geben Sie an, warum es nicht warten kann. Die Eigentümer werden sofort benachrichtigt, und wer es prüft, liest die Begründung.',
    finding_missing: () => 'Geben Sie an, was die Prüfung ergeben hat. Die Person liest es.',
    exception_reason_missing: () => 'Geben Sie einen Grund an. Er steht in jedem Bericht.',
    nobody_named: () => 'Nennen Sie mindestens eine Person oder eine Gruppe.',
    separation_part_empty: () => 'Ein Teil nennt mindestens eine Rolle oder eine Berechtigung.',
    separation_needs_parts: () => 'Nennen Sie mindestens zwei Teile, die getrennt bleiben sollen.',
    separation_allows_none: () => 'Mindestens ein Teil muss erlaubt sein.',
    reminder_days_not_whole: () => 'Geben Sie eine Zahl von Tagen ein.',
    reminder_days_negative: () => 'Geben Sie eine Zahl von Tagen ein; 0 für keine Erinnerungen.',
    reminder_days_too_many: ({ most }, say) => `Das sind mehr als ${say.count(most)} Tage.`,
    checkpoint_too_long: () => 'Das ist kein Prüfpunkt: Es ist zu lang.',
    checkpoint_missing: () => 'Geben Sie mindestens einen Prüfpunkt an.',
    digest_form: () => 'Das ist nicht der Hash eines Plans.',
    file_version: () => 'Die Version des Formats fehlt oder ist nicht bekannt. Schreiben Sie licet: 1.',
    file_admin_role: () => 'Die Rolle admin ist eingebaut: Nur ihre Regeln können genannt werden. Lassen Sie dies weg.',
    file_name_without_application: ({ what }) =>
      `${withApplication[what]} wird mit der Anwendung genannt, etwa ${examples[what]}.`,
    file_role_or_permission: () => 'Nennen Sie eine Rolle oder eine Berechtigung, und nur eine.',
    file_grant_gives: ({ said }) =>
      said === 'several'
        ? 'Nennen Sie, was freigegeben wird: eine Rolle oder eine Berechtigung, nicht beide.'
        : 'Nennen Sie, was freigegeben wird: eine Rolle oder eine Berechtigung.',
    file_grant_to: ({ said }) =>
      said === 'several'
        ? 'Nennen Sie, wem es freigegeben wird: einer Person, einer Gruppe oder einem Programm, nicht mehreren.'
        : 'Nennen Sie, wem es freigegeben wird: einer Person, einer Gruppe oder einem Programm.',
  },
} satisfies SentencesOf<typeof englishFields>;

const withApplication = { program: 'Ein Programm', role: 'Eine Rolle', permission: 'Eine Berechtigung' };
const examples = { program: 'ledger/Nightly job', role: 'ledger/clerk', permission: 'ledger/invoices.pay' };
