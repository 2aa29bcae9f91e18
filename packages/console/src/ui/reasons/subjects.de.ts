import type { Subject } from '@licet/contract/reasons';

/** The German subject of a sentence about a text, and its pronoun: “Kürzen Sie ihn.” */
export const subjects: Readonly<Record<Subject, { readonly name: string; readonly it: 'ihn' | 'sie' | 'es' }>> = {
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
