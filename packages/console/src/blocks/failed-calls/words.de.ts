import { formatList } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  missing: (what) => `Ein Teil dieser Seite ließ sich nicht laden${what.length > 0 ? ` (${formatList(what)})` : ''}.`,
  old: (what) =>
    `Ein Teil dieser Seite ließ sich nicht auffrischen${what.length > 0 ? ` (${formatList(what)})` : ''}. Er zeigt ältere Daten.`,
  of: {
    access: 'Zugriff',
    appearance: 'Aussehen',
    applications: 'Anwendungen',
    audit: 'Protokoll',
    connections: 'Verbindungen',
    differences: 'Unterschiede',
    emergencies: 'Notfälle',
    endings: 'endender Zugriff',
    groups: 'Gruppen',
    inbox: 'Eingang',
    invitations: 'Einladungen',
    mail: 'E-Mail',
    me: 'eigenes Konto',
    'over-time': 'Zahlen im Zeitverlauf',
    plans: 'Änderungssätze',
    policy: 'Anmelderegeln',
    requests: 'Anträge',
    reviews: 'Überprüfungen',
    roles: 'Rollen',
    separations: 'Regeln zur Funktionstrennung',
    settings: 'Einstellungen',
    users: 'Personen',
    views: 'gespeicherte Ansichten',
  },
};
