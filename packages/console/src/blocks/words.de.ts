import { formatNumber, plural } from '../ui/format.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  since: 'seit',
  until: 'bis',
  morePaths: (count) => plural(count, { one: 'und ein weiterer Weg', other: `und ${count} weitere Wege` }),
  starts: 'Beginnt',
  ended: 'Beendet',
  person: 'Person oder Gruppe',
  nobodyElse: 'Licet selbst',
  operator: 'Der Betreiber',
  // It stands in every case of a sentence, as `erased` does.
  operatorBeside: 'Betreiber',
  verified: 'Bestätigt',
  notVerified: 'Nicht bestätigt',
  // It stands in every case of a sentence.
  erased: 'Person (unkenntlich gemacht)',
  browserOn: (browser, system) => `${browser} auf ${system}`,
};

export const editWords: typeof English.editWords = {
  save: 'Änderungen speichern',
  discard: 'Änderungen verwerfen',
  cancel: 'Abbrechen',
  unchanged: 'Noch ist nichts geändert.',
  empty: 'nichts',
};

export const findWords: typeof English.findWords = {
  members: (count) => plural(count, { one: '1 Mitglied', other: `${formatNumber(count)} Mitglieder` }),
  admin: 'Alles, nach der Regel',
};

export const endWords: typeof English.endWords = {
  title: (gives, from) => `Wann endet ${gives} für ${from}?`,
  inDraft: (gives, from) => `Ende von ${gives} für ${from} ändern`,
  present: 'Bisher endet es:',
  ends: 'Ende',
  never: 'Kein Ende',
  at: 'Zu einem Zeitpunkt',
  when: 'Ende',
  missing: 'Wählen Sie, wann es endet, oder kein Ende.',
  action: 'Das Ende ändern',
  done: (from, gives) => `Das Ende von ${gives} für ${from} ist geändert.`,
};

export const conflictWords: typeof English.conflictWords = {
  title: (of) => `Nicht gespeichert: Jemand anders hat ${of} inzwischen geändert.`,
  both: 'Beides steht unten; wählen Sie eines.',
  same: 'Geändert wurden andere Felder als Ihre. Ihre können daneben gespeichert werden.',
  theirs: 'Von jemand anderem gespeichert',
  mine: 'Von Ihnen eingegeben',
  takeTheirs: 'Das andere nehmen',
  keepMine: 'Meines behalten',
};

export const explainWords: typeof English.explainWords = {
  questions: 'Fragen',
  may: 'Darf jemand …?',
  who: 'Wer darf …?',
  inspect: 'Ein Token untersuchen',
};

export const pageWords: typeof English.pageWords = {
  none: 'Keine',
  some: (shown, total) => `${shown} von ${total}`,
  range: (first, last, total) => `${first} bis ${last} von ${total}`,
};

export const grantsWords: typeof English.grantsWords = {
  show: 'Zeigen',
  now: 'In Kraft und künftig',
  over: 'Vorbei',
  table: (name) => `Freigaben von ${name}`,
  actions: 'Aktionen',
  menu: (name) => `Mehr zur Freigabe von ${name}`,
  changeEnd: 'Das Ende ändern …',
  open: (application) => `In ${application} öffnen`,
  revoke: 'Entziehen …',
  nothing: 'Keine Freigaben',
  nothingUser: 'Dieser Person ist nichts direkt freigegeben. Was durch Gruppen kommt, steht unter Zugriff.',
  nothingGroup: 'Dieser Gruppe ist nichts freigegeben. Eine Freigabe an sie zählt für alle darin.',
  nothingOver: 'Noch ist nichts vorbei',
  nothingOverText: 'Freigaben, die geendet haben oder entzogen wurden, stehen hier.',
};

export const requestWords: typeof English.requestWords = {
  byRequest: 'Beantragt und genehmigt',
  asked: (when) => `Beantragt am ${when}`,
  approvedBy: (name) => `genehmigt von ${name}`,
};

export const revokeWords: typeof English.revokeWords = {
  title: (gives, from) => `${from} ${gives} entziehen?`,
  text: 'Es endet sofort. Was auf einem anderen Weg kommt, bleibt, und die Freigabe steht im Verlauf.',
  notStarted: 'Sie hat noch nicht begonnen; sie wird es nie. Die Freigabe bleibt im Verlauf.',
  action: 'Entziehen',
  done: (from, gives) => `${from} hat ${gives} nicht mehr durch diese Freigabe.`,
};

export const moreWords: typeof English.moreWords = { more: 'Mehr zeigen' };

export const sortWords: typeof English.sortWords = {
  sortBy: 'Sortieren nach',
  sortedBy: (what) => `${what}: sortieren nach`,
};

export const columnWords: typeof English.columnWords = {
  gives: 'Rolle oder Berechtigung',
  application: 'Anwendung',
  ends: 'Ende',
  grantedBy: 'Freigegeben von',
  reason: 'Grund',
  none: '–',
};

export const stateWords: typeof English.stateWords = {
  pending: 'Wartet',
  approved: 'Genehmigt',
  denied: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  expired: 'Verfallen',
  revoked: 'Entzogen',
};

export const askWords: typeof English.askWords = {
  role: (name) => `Rolle ${name}`,
  theRole: (name) => `die Rolle ${name}`,
  // Titles are people's own words, and seldom fit into a German sentence.
  titled: (title) => `„${title}“`,
  asksFor: (what) => what,
  holds: (what) => `hat ${what}`,
};

const units = {
  week: ['Woche', 'Wochen'],
  day: ['Tag', 'Tage'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
} as const;

const lasting = (count: number, unit: English.TimeUnit): string =>
  `${formatNumber(count)} ${plural(count, { one: units[unit][0], other: units[unit][1] })}`;

export const durationWords: typeof English.durationWords = {
  long: lasting,
  short: (count, unit) => {
    if (unit === 'hour') return `${count} Std.`;
    if (unit === 'minute') return `${count} Min.`;
    return lasting(count, unit);
  },
  today: (clock) => `heute, ${clock}`,
  tomorrow: (clock) => `morgen, ${clock}`,
};

/** The server tells what was given with its kind before it: “role approver”. */
const given = (text: string): string => text.replace(/^role /, 'Rolle ').replace(/^permission /, 'Berechtigung ');

export const eventWords: typeof English.eventWords = {
  'licet.set_up': ({ name, self }) =>
    self
      ? 'hat Licet eingerichtet und das erste Administratorkonto angelegt'
      : `hat Licet eingerichtet, mit ${name} als erstem Administratorkonto`,
  'licet.admin_recovered': ({ name }) => `hat ${name} am Rechner selbst zum Administrator gemacht`,
  'licet.upgraded': () => 'wurde auf den neuesten Stand gebracht',
  'licet.imported': () => 'hat Personen, Gruppen und Rollen aus einem anderen System übernommen',
  'licet.backed_up': () => 'hat eine Sicherung gemacht',
  'user.created': ({ name }) => `hat ${name} hinzugefügt`,
  'user.changed': ({ name, self, changed }) =>
    self ? `hat am eigenen Konto geändert: ${changed}` : `hat an ${name} geändert: ${changed}`,
  'user.suspended': ({ name }) => `hat ${name} gesperrt`,
  'user.reactivated': ({ name }) => `hat ${name} wieder zugelassen`,
  'user.deletion_asked': () => 'hat um die eigene Löschung gebeten',
  'user.deletion_withdrawn': () => 'hat die Bitte um Löschung zurückgezogen',
  'user.deleted': ({ name }) => `hat ${name} gelöscht`,
  'user.erased': () => 'hat eine Person endgültig unkenntlich gemacht',
  'user.activated': () => 'hat das eigene Konto aktiviert',
  'user.email_verified': () => 'hat die eigene E-Mail-Adresse bestätigt',
  'user.email_verification_asked': ({ name, self }) =>
    self
      ? 'hat sich einen Link zum Bestätigen der eigenen E-Mail-Adresse senden lassen'
      : `hat ${name} einen Link zum Bestätigen der E-Mail-Adresse senden lassen`,
  'user.invited': ({ name }) => `hat ${name} per E-Mail eingeladen`,
  'user.invitation_withdrawn': ({ name }) => `hat die Einladung von ${name} zurückgezogen`,
  'user.invitations_stopped': ({ name }) => `hat das Einladen von ${name} angehalten`,
  'user.password_link_made': ({ name }) => `hat für ${name} einen Einmal-Link zum Festlegen des Passworts erstellt`,
  'user.password_set': () => 'hat mit einem Link ein neues Passwort festgelegt',
  'user.password_changed': () => 'hat das eigene Passwort geändert',
  'user.sessions_ended': ({ name }) => `hat ${name} überall abgemeldet`,
  'user.passkey_added': ({ of }) => `hat den Passkey ${of('passkey')} hinzugefügt`,
  'user.passkey_renamed': ({ of }) => `hat einen Passkey in ${of('passkey')} umbenannt`,
  'user.passkey_removed': ({ of }) => `hat den Passkey ${of('passkey')} entfernt`,
  'user.totp_added': () => 'hat eine Authenticator-App hinzugefügt',
  'user.totp_removed': () => 'hat die Authenticator-App entfernt',
  'user.recovery_codes_made': () => 'hat neue Wiederherstellungscodes erstellt',
  'user.recovery_code_used': () => 'hat sich mit einem Wiederherstellungscode angemeldet',
  'user.credentials_reset': ({ name }) => `hat den zweiten Faktor von ${name} zurückgesetzt`,
  'user.identity_linked': ({ of }) => `hat das Konto ${of('account')} bei ${of('connection')} verknüpft`,
  'user.identity_unlinked': ({ of }) => `hat das Konto ${of('account')} bei ${of('connection')} getrennt`,
  'user.groups_mapped': ({ of, name }) => `hat die Gruppen von ${name} an ${of('connection')} angeglichen`,
  'group.created': ({ name }) => `hat die Gruppe ${name} angelegt`,
  'group.changed': ({ name, changed }) => `hat an der Gruppe ${name} geändert: ${changed}`,
  'group.deleted': ({ name }) => `hat die Gruppe ${name} gelöscht`,
  'group.member_added': ({ name, of }) => `hat ${of('member')} in ${name} aufgenommen`,
  'group.member_removed': ({ name, of }) => `hat ${of('member')} aus ${name} entfernt`,
  'application.created': ({ name }) => `hat die Anwendung ${name} angelegt`,
  'application.changed': ({ name, changed }) => `hat an der Anwendung ${name} geändert: ${changed}`,
  'application.deleted': ({ name }) => `hat die Anwendung ${name} gelöscht`,
  'application.owner_added': ({ name, of }) => `hat ${of('owner')} zum Eigentümer von ${name} gemacht`,
  'application.owner_removed': ({ name, of }) => `hat ${of('owner')} das Eigentum an ${name} genommen`,
  'application.imported': ({ name }) => `hat eine Datei in ${name} importiert`,
  'permission.created': ({ name, where }) => `hat die Berechtigung ${name}${where} angelegt`,
  'permission.changed': ({ name, where, changed }) => `hat an der Berechtigung ${name}${where} geändert: ${changed}`,
  'permission.deleted': ({ name, where }) => `hat die Berechtigung ${name}${where} gelöscht`,
  'role.created': ({ name, where }) => `hat die Rolle ${name}${where} angelegt`,
  'role.policy_changed': ({ name, where }) => `hat geändert, wie die Rolle ${name}${where} vergeben werden darf`,
  'role.changed': ({ name, where, changed }) => `hat an der Rolle ${name}${where} geändert: ${changed}`,
  'role.deleted': ({ name, where }) => `hat die Rolle ${name}${where} gelöscht`,
  'grant.created': ({ of, where, until }) => `hat ${of('to')}${where} freigegeben: ${given(of('gives'))}${until}`,
  'grant.changed': ({ of, where, until }) =>
    `hat die Freigabe von ${given(of('gives'))} an ${of('to')}${where} geändert${until === '' ? ', ohne Ende' : `, nun${until}`}`,
  'grant.revoked': ({ of, where }) => `hat ${of('to')}${where} entzogen: ${given(of('gives'))}`,
  'break_glass.used': ({ name, where }) => `hat im Notfall eine Rolle übernommen${where}: ${name}`,
  'break_glass.reviewed': ({ name, where }) => `hat einen Notfall geprüft${where}: ${name}`,
  'plan.applied': ({ name }) => `hat einen Plan umgesetzt: ${name}`,
  'separation.created': ({ name }) => `hat eine Funktionstrennung angelegt: ${name}`,
  'separation.changed': ({ name }) => `hat die Funktionstrennung ${name} geändert`,
  'separation.deleted': ({ name }) => `hat die Funktionstrennung ${name} gelöscht`,
  'separation.excepted': ({ of, name }) => `hat ${of('who')} auf Zeit von der Funktionstrennung ${name} ausgenommen`,
  'separation.exception_ended': ({ of, name }) =>
    `hat die Ausnahme für ${of('who')} von der Funktionstrennung ${name} beendet`,
  'review.opened': ({ name }) => `hat die Überprüfung ${name} eröffnet`,
  'review.changed': ({ name }) => `hat die Überprüfung ${name} geändert`,
  'review.closed': ({ name }) => `hat die Überprüfung ${name} abgeschlossen`,
  'request.asked': ({ of, where }) => `hat${where} beantragt: ${given(of('asks'))}`,
  'request.approved': ({ of, where, until }) =>
    `hat den Antrag von ${of('from')}${where} genehmigt: ${given(of('gives'))}${until}`,
  'request.step_approved': ({ of, where }) =>
    `hat einen Schritt des Antrags von ${of('from')}${where} genehmigt: ${given(of('asks'))}`,
  'request.undone': ({ of, where }) =>
    `hat die Genehmigung des Antrags von ${of('from')}${where} zurückgenommen: ${given(of('asks'))}`,
  'request.commented': ({ of, where }) => `hat etwas zum Antrag von ${of('from')}${where} gesagt: ${given(of('asks'))}`,
  'user.delegated': ({ of }) => `lässt ${of('delegate')} an ihrer Stelle über Anträge entscheiden`,
  'user.delegation_ended': ({ of }) => `entscheidet wieder selbst über Anträge, nicht mehr ${of('delegate')}`,
  'request.denied': ({ of, where }) => `hat den Antrag von ${of('from')}${where} abgelehnt: ${given(of('asks'))}`,
  'request.withdrawn': ({ of, where }) => `hat den Antrag${where} zurückgezogen: ${given(of('asks'))}`,
  'client.created': ({ name, where }) => `hat den Client ${name}${where} angelegt`,
  'client.changed': ({ name, where, changed }) => `hat am Client ${name}${where} geändert: ${changed}`,
  'client.deleted': ({ name, where }) => `hat den Client ${name}${where} gelöscht`,
  'client.secret_made': ({ name, where }) => `hat für den Client ${name}${where} ein neues Geheimnis erstellt`,
  'client.key_made': ({ name, where, of }) => `hat den Schlüssel ${of('key')} des Clients ${name}${where} angelegt`,
  'client.key_changed': ({ name, where, of }) => `hat den Schlüssel ${of('key')} des Clients ${name}${where} geändert`,
  'client.key_ended': ({ name, where, of }) => `hat den Schlüssel ${of('key')} des Clients ${name}${where} beendet`,
  'connection.created': ({ name }) => `hat die Verbindung ${name} angelegt`,
  'connection.changed': ({ name, changed }) => `hat an der Verbindung ${name} geändert: ${changed}`,
  'connection.deleted': ({ name }) => `hat die Verbindung ${name} entfernt`,
  'settings.changed': () => 'hat die Einstellungen geändert',
  'appearance.changed': () => 'hat das Erscheinungsbild der Anmeldeseiten geändert',
  'application.sign_in_changed': ({ name }) => `hat geändert, wie man sich bei ${name} anmeldet`,
  'policy.changed': () => 'hat geändert, wie man sich anmeldet',
  'policy.people_mailed': ({ name }) => `hat ${name} geschrieben, was sich beim Anmelden ändert`,
  'policy.mails_stopped': ({ name }) => `hat die E-Mails an ${name} über das Anmelden angehalten`,
  'mail.configured': () => 'hat den Mailserver eingestellt',
  'mail.turned_off': () => 'hat E-Mail abgeschaltet',
  'mail.sent_again': ({ name }) => `hat eine E-Mail an ${name} noch einmal senden lassen`,
  'mail.dropped': ({ name }) => `hat eine E-Mail an ${name} verworfen`,
  'key.rotated': () => 'hat den Signaturschlüssel gewechselt',
  'audit.facts_covered': () => 'hat die bisherigen Fakten in die Hash-Kette aufgenommen',
  'audit.restored': () => 'hat die Datenbank aus einer Sicherung wiederhergestellt',
  'key.encryption_rotated': () => 'hat den Verschlüsselungsschlüssel gewechselt',
  'audit.key_rotated': () => 'hat den Prüfschlüssel gewechselt',
};

const fields: Readonly<Record<string, string>> = {
  id: 'Kennung',
  name: 'Name',
  username: 'Benutzername',
  email: 'E-Mail',
  title: 'Titel',
  description: 'Beschreibung',
  permissions: 'Berechtigungen',
  includes: 'enthaltene Rollen',
  ends: 'Ende',
  starts: 'Beginn',
  reason: 'Grund',
  status: 'Status',
  redirectUris: 'Weiterleitungsadressen',
  postLogoutRedirectUris: 'Abmeldeadressen',
  webOrigins: 'Web-Herkünfte',
  backchannelLogoutUri: 'Adresse für das Ende von Sitzungen',
  requirePkce: 'PKCE verlangt',
  idTokenAlgorithm: 'Signatur der ID-Token',
  requirePushedAuthorization: 'PAR verlangt',
  publicKeys: 'öffentliche Schlüssel',
  kind: 'Art',
  state: 'Zustand',
  note: 'Bemerkung',
  asks: 'erbeten',
  from: 'erbeten von',
  to: 'gegeben an',
  gives: 'gibt',
  seconds: 'für wie lange',
  place: 'erbeten bei',
  grant: 'Freigabe',
  grants: 'Freigaben',
  roles: 'Rollen',
  clients: 'Clients',
  owner: 'Eigentümer',
  owners: 'Eigentümer',
  member: 'Mitglied',
  organisation: 'Organisation',
  expiresAt: 'gilt bis',
  ended: 'abgemeldete Browser',
  left: 'übrige Wiederherstellungscodes',
  recoveryCodes: 'Wiederherstellungscodes',
  byLink: 'mit einem Link',
  remindDays: 'Tage der Erinnerung vor einem Ende',
  totp: 'Authenticator-App',
  passkey: 'Passkey',
  passkeys: 'Passkeys',
  replaced: 'anstelle einer anderen',
  lines: 'Zeilen',
  created: 'angelegt',
  unchanged: 'unverändert',
  users: 'Benutzer',
  rolePermissions: 'Berechtigungen in Rollen',
  digest: 'Prüfsumme',
  issuer: 'Aussteller',
  current: 'jetziger Schlüssel',
  next: 'nächster Schlüssel',
  retired: 'abgelöster Schlüssel',
  rsaCurrent: 'jetziger RSA-Schlüssel',
  rsaNext: 'nächster RSA-Schlüssel',
  rsaRetired: 'abgelöster RSA-Schlüssel',
};

export const eventParts: typeof English.eventParts = {
  where: (application) => ` in ${application}`,
  until: (time) => ` bis ${time}`,
  details: 'Angaben',
  field: (name) => fields[name] ?? name,
  thing: given,
};

export const signInWords: typeof English.signInWords = {
  attempts: (count) => `${formatNumber(count)}-mal, zuletzt {last}`,
};

export const outcomeWords: typeof English.outcomeWords = {
  signed_in: 'Angemeldet',
  wrong_password: 'Falsches Passwort',
  unknown_name: 'Unbekannter Name',
  suspended: 'Abgelehnt: gesperrt',
  no_password: 'Abgelehnt: kein Passwort',
  second_factor_asked: 'Zweiter Faktor verlangt',
  set_up_asked: 'Zweiter Faktor einzurichten',
  stopped_by_policy: 'Von den Anmelderegeln abgelehnt',
  wrong_code: 'Falscher Code',
  passkey_refused: 'Passkey abgelehnt',
  provider_refused: 'Bei einem Anbieter abgelehnt',
  throttled: 'Zu viele Versuche',
  signed_out: 'Abgemeldet',
  token_revoked: 'Token von der Anwendung widerrufen',
  key_ended: 'Schlüssel gilt nicht mehr',
  password_set: 'Passwort festgelegt',
  passkey_set: 'Passkey mit einem Link angelegt',
  reset_asked: 'Link für neues Passwort angefordert',
  password_changed: 'Passwort geändert',
};

const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });

export const mailRoundWords: typeof English.mailRoundWords = {
  sentOf: (sent, total) => `${formatNumber(sent)} von ${formatNumber(total)} gesendet`,
  askedBy: (name) => `Veranlasst von ${name},`,
  lookedAt: (looked, total) => `${formatNumber(looked)} von ${formatNumber(total)} waren an der Reihe.`,
  held: (count) => `${formatNumber(count)} warten, bis ein Mailserver eingerichtet ist.`,
  failed: (count) => `${formatNumber(count)} ließen sich nicht senden: siehe Postausgang unter Einstellungen.`,
  skipped: (count, why) => `${people(count)}: ${why}.`,
  why: {
    queued: 'eingeladen',
    gone: 'inzwischen gelöscht',
    not_invited: 'schon da oder gesperrt',
    no_address: 'keine E-Mail-Adresse',
    may_not: 'hat Zugang, den Sie nicht geben dürfen',
    already: 'schon eingeladen',
    settled: 'hat eingerichtet, was fehlte',
    stopped: 'beim Anhalten ausgelassen',
  },
  stop: 'Anhalten',
};

export const whenWords: typeof English.whenWords = {
  dayAndTime: 'Tag und Uhrzeit',
  askThen: 'Nach damals fragen',
  backToNow: 'Jetzt',
  aDayAgo: 'Vor einem Tag',
  aWeekAgo: 'Vor einer Woche',
  aMonthAgo: 'Vor einem Monat',
  aYearAgo: 'Vor einem Jahr',
};
