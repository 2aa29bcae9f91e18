import type { accessReasons as english, SentencesOf } from '@licet/contract/reasons';

const roleOrPermission = { permission: 'keine Berechtigung', role: 'keine Rolle' } as const;
const userOrGroup = { user: 'Eine Person', group: 'Eine Gruppe' } as const;
const earlier = { application: 'die Anwendung', role: 'die Rolle', group: 'die Gruppe' } as const;

/** German sentences for refused questions about access, changes of roles, and imports. */
export const accessReasons = {
  not_found: {
    party_unknown: ({ party }) =>
      `Weder eine Person noch ein Programm heißt „${party}“, oder zu dieser Zeit hieß so niemand.`,
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
    licet_not_imported: () => 'Zugriff auf Licet selbst wird nicht importiert. Geben Sie seine Rollen einzeln.',
  },
  may_not_grant: {
    import_fills_roles: ({ application }) =>
      `Die Datei füllt Rollen, die ${application} schon hat, und dort dürfen Sie keinen Zugriff geben.`,
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
      'Diese Rechte kommen über zu viele Rollen, um alle Wege dorthin zu berechnen. Entziehen Sie Rollen, die niemand braucht.',
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
      'Zugriff auf Licet selbst kommt nicht mit einem Import. Geben Sie seine Rollen einzeln.',
    directory_name_missing: ({ kind, name }) => `In den Zeilen davor fehlt ${earlier[kind]} „${name}“.`,
  },
} satisfies SentencesOf<typeof english>;
