import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  allUsers: 'Alle Benutzer',
  users: 'Benutzer',
  user: 'Benutzer',
  maybeDeleted: 'Gelöschte stehen weiter in Vergangenheit und Protokoll, bis sie unkenntlich gemacht sind.',
  search: 'Name, E-Mail oder Benutzername',
  invitePeople: 'Personen einladen',
  newUser: 'Benutzer anlegen',
  import: 'Importieren',
  people: (count, total) => (total === 1 ? '1 Person' : `${count} Personen`),
  name: 'Name',
  username: 'Benutzername',
  email: 'E-Mail',
  jobTitle: 'Stellenbezeichnung',
  status: 'Status',
  statuses: { active: 'Aktiv', invited: 'Kein Passwort', suspended: 'Gesperrt' },
  groups: 'Gruppen',
  group: 'Gruppe',
  roles: 'Rollen',
  holdsRole: 'Hat eine Rolle',
  endsNext: 'Endet als Nächstes',
  lastSignIn: 'Letzte Anmeldung',
  created: 'Angelegt',
  never: 'Nie',
  none: 'Keine Rolle',
  dash: '–',
  missing: 'Sicherheit',
  application: 'Anwendung',
  missings: {
    second_factor: 'kein zweiter Faktor',
    recovery: 'kein Ersatzweg',
    sign_in: 'keine Anmeldung möglich',
  },
  deletionAsked: 'Bittet um Löschung',
  yes: 'ja',
  importedBy: 'Importiert durch',
  changeNo: (no) => `Änderung ${formatNumber(no)}`,
  invitation: 'Einladung',
  invitations: { none: 'keine gültige', open: 'gültig' },
  more: (count) => `+${count}`,
  findGroup: 'Gruppe suchen',
  findRole: 'Rolle suchen',
  noGroups: 'Keine Gruppe mit diesem Namen.',
  noRoles: 'Keine Rolle mit diesem Namen.',
  nobody: 'Niemand passt dazu',
  nobodyText:
    'Keine Person passt zu diesem Namen und diesen Filtern. Geben Sie weniger Buchstaben ein, oder entfernen Sie einen Filter.',
  showEverybody: 'Alle zeigen',
  emptyTitle: 'Noch niemand hier',
  emptyText:
    'Legen Sie die erste Person von Hand an, oder importieren Sie auf der Seite der Anwendung eine Datei mit Personen und Berechtigungen.',
  importTitle: 'Personen importieren',
  importText:
    'Eine Datei nennt Personen und was sie in einer Anwendung dürfen. Wählen Sie die Anwendung: Deren Seite liest die Datei, zeigt, was sich ändern würde, und legt fehlende Personen an.',
  importChoose: 'Anwendung wählen',
  cancel: 'Abbrechen',
  close: 'Schließen',
};

/** Texts of the form for a new user. */
export const newUserWords: typeof English.newUserWords = {
  title: 'Benutzer anlegen',
  lead: 'Die Person legt ihr Passwort selbst fest, mit einem Link, den Sie ihr übergeben.',
  nameHint: 'So heißt die Person für alle anderen.',
  usernameHint: 'Damit meldet sie sich an. Ohne Leerzeichen.',
  emailHint: 'Auch damit kann sie sich anmelden.',
  create: 'Benutzer anlegen',
  creating: 'Der Benutzer wird angelegt',
  created: (name) => `${name} ist angelegt`,
  linkFailed: 'Der Benutzer wurde angelegt, der Link aber nicht erstellt.',
  makeLink: 'Link erstellen',
  another: 'Weitere Person anlegen',
  open: (name) => `${name} öffnen`,
};

/** Texts of one user's page. */
export const userWords: typeof English.userWords = {
  sendVerification: 'Link zum Bestätigen der Adresse senden',
  confirmAddress: 'E-Mail-Adresse bestätigen …',
  addressSetBy: 'Adresse eingetragen von',
  addressUnconfirmed: 'weder von der Administration noch von der Person bestätigt',
  verificationSent: (email, mails) =>
    mails
      ? `Ein Link zum Bestätigen von ${email} ist unterwegs.`
      : `Der Link zum Bestätigen von ${email} wartet, bis ein Mailserver eingerichtet ist.`,
  invite: 'Per E-Mail einladen …',
  people: 'Personen',
  tabs: {
    access: 'Zugriff',
    groups: 'Gruppen',
    sessions: 'Anmeldungen und Sitzungen',
    activity: 'Aktivität',
    details: 'Angaben',
  },
  mayThey: 'Zugriff prüfen',
  unknown: (name) => `Niemand hat den Benutzernamen „${name}“`,
  unknownText: 'Prüfen Sie die Schreibweise, oder suchen Sie in der Liste. Vielleicht wurde der Benutzer gelöscht.',
  toList: 'Alle Benutzer',
  grantAccess: 'Zugriff freigeben',
  findApplication: 'Anwendung suchen',
  noApplications: 'Keine Anwendung mit diesem Namen.',
  more: (name) => `Mehr zu ${name}`,
  makeLink: 'Passwort-Link erstellen …',
  resetSecondFactor: 'Zweiten Faktor zurücksetzen …',
  unlinkAccounts: 'Konten trennen …',
  suspend: 'Sperren …',
  handOver: 'Aufgaben übergeben …',
  reactivate: 'Wieder zulassen …',
  signOut: 'Überall abmelden …',
  data: 'Daten der Person herunterladen',
  remove: 'Löschen …',
  erase: 'Endgültig unkenntlich machen …',
  oneself: 'Das sind Sie selbst. Bitten Sie jemand anderen aus der Administration, damit Sie sich nicht aussperren.',
  suspendedNote: (name) => `${name} ist gesperrt: Eine Anmeldung ist nicht möglich, und nichts ist erlaubt.`,
  suspendedHow: 'Was die Person hat, bleibt und gilt wieder, sobald sie zugelassen wird.',
  invitedNote: (name) => `${name} hat noch kein Passwort festgelegt.`,
  invitedHow: 'Laden Sie die Person per E-Mail ein, oder übergeben Sie ihr einen Passwort-Link.',
  invitedByHand: 'Erstellen Sie einen Passwort-Link, und übergeben Sie ihn der Person.',
  invitedAlready: 'Der Link, den die Person hat, gilt noch; ein neuer beendet ihn.',
  joined: 'Angelegt',
  signedIn: 'Letzte Anmeldung',
  signsInWith: 'Meldet sich an mit',
  identifier: 'Kennung',
  holdsTooMuch: 'Hat, was niemand zusammen haben darf',
  letHold: 'Hat auf Zeit, was niemand zusammen haben darf',
  seeSeparations: 'Ansehen, auf welchen Wegen',
  asksDeletion: '{name} hat um Löschung gebeten, {when}.',
  deletionHow: (name) =>
    `Löschen können Sie unter „Mehr zu ${name}“. Wer Licet verwaltet, macht die Person dort unkenntlich, auch in der Vergangenheit und im Protokoll.`,
};

export const headWords: typeof English.headWords = {
  signedIn: 'Angemeldet: {when}',
  never: 'Nie angemeldet',
  passkeyAndCode: 'Passkey und Code',
  passkey: 'Passkey',
  code: 'Code aus einer App',
  passwordOnly: 'Nur Passwort',
  nothing: 'Keine Anmeldung möglich',
};

/** Texts of the details. */
export const detailsWords: typeof English.detailsWords = {
  facts: 'Angaben',
  save: 'Änderungen speichern',
  discard: 'Änderungen verwerfen',
  unchanged: 'Noch ist nichts geändert.',
  saved: (name) => `${name} ist gespeichert.`,
  noEmail: 'keine',
  copyId: 'Kennung kopieren',
};

/** Texts of the groups of a user. */
export const groupsWords: typeof English.groupsWords = {
  add: 'Zu einer Gruppe hinzufügen',
  find: 'Gruppe suchen',
  none: 'Keine Gruppe mit diesem Namen.',
  table: (name) => `Gruppen von ${name}`,
  group: 'Gruppe',
  comesBy: 'Kommt über',
  direct: 'Direktes Mitglied',
  by: 'Über',
  since: 'Seit',
  remove: (group) => `Aus ${group} entfernen …`,
  removeColumn: 'Mitgliedschaft',
  indirect: 'Die Person ist über eine andere Gruppe darin. Entfernen Sie sie dort.',
  emptyTitle: 'In keiner Gruppe',
  emptyText: 'Eine Gruppe bringt allen ihren Mitgliedern, was ihr freigegeben ist.',
};

/** Texts of the activity. */
export const besideWords: typeof English.besideWords = {
  open: (name) => `${name} öffnen`,
  all: 'Alles',
  nextPrevious: 'weiter, zurück',
  more: (count) => `${formatNumber(count)} weitere`,
  holds: (roles, permissions) =>
    [
      roles,
      permissions === undefined
        ? 'alle Berechtigungen'
        : plural(permissions, { one: '1 Berechtigung', other: `${formatNumber(permissions)} Berechtigungen` }),
    ]
      .filter((part) => part !== '')
      .join(' · '),
};

export const activityWords: typeof English.activityWords = {
  changes: 'Änderungen',
  noChanges: 'Noch keine Änderungen',
  noChangesText: 'Hier steht jede Änderung an diesem Benutzer, und wer sie gemacht hat.',
  inAudit: 'Im Protokoll öffnen',
};

export const signInLogWords: typeof English.signInLogWords = {
  title: 'Anmeldungen',
  table: (name) => `Anmeldungen von ${name}`,
  what: 'Was geschah',
  where: 'Wo',
  when: 'Wann',
  none: 'Nie angemeldet',
  noneText: 'Hier steht jeder Anmeldeversuch, mit dem Browser und der Adresse, von der er kam.',
};

/** Texts of a user's access. */
export const accessWords: typeof English.accessWords = {
  search: 'Berechtigung',
  searchGrants: 'Rolle oder Berechtigung',
  show: 'Zeigen',
  views: { all: 'Alles', direct: 'Direkt freigegeben', ending: 'Endet bald', unused: 'Ungenutzt' },
  onlyEnded: 'Nur beendete',
  permission: 'Berechtigung',
  comesBy: 'Über',
  from: 'Von',
  ends: 'Endet',
  lastUsed: 'Zuletzt genutzt',
  neverUsed: 'Nie',
  noUse: '–',
  actions: 'Aktionen',
  directly: 'durch eine direkte Freigabe',
  through: (name) => `über ${name}`,
  stays: (through, after, until) =>
    `Bleibt ${through} nach dem ${after}${until === undefined ? '' : `, bis zum ${until}`}`,
  alsoBy: 'auch',
  joined: (group) => (group === undefined ? 'in den Gruppen' : `in ${group}`),
  kept: (who, permission, through) => `${who} behält ${permission} ${through}.`,
  request: 'Antrag',
  extend: 'Verlängern …',
  setEnd: 'Ende festlegen …',
  revoke: 'Entziehen …',
  revokeRole: (role) => `${role} entziehen …`,
  leave: (group) => `Aus ${group} entfernen …`,
  why: 'Begründung zeigen',
  permitted: 'Erlaubt: ',
  table: (application) => `Berechtigungen in ${application}`,
  grantsTable: (name) => `Freigaben für ${name}`,
  endingTable: (name) => `Was für ${name} bald endet`,
  unusedTable: (name) => `Ungenutzte Freigaben für ${name}`,
  permissions: (count) => (count === '1' ? '1 Berechtigung' : `${count} Berechtigungen`),
  matching: (count, all) => `${count} von ${all} Berechtigungen`,
  token: (roles, used, budget) =>
    `${roles === 0 ? 'keine Rolle' : roles === 1 ? '1 Rolle' : `${formatNumber(roles)} Rollen`} im Token, ${used} von ${budget} kB`,
  tooLarge: (used) => `${used} kB, über einen Verweis geholt`,
  tooLargeNote: (used, budget) =>
    `Das Token hätte ${used} kB, mehr als die ${budget} kB, die Server annehmen. Es trägt einen Verweis, und die Anwendung holt die Berechtigungen von Licet.`,
  nearLimit: (used, budget) =>
    `Das Token hat ${used} von ${budget} kB. Darüber trägt es einen Verweis anstelle der Berechtigungen.`,
  rolesTitle: 'Rollen im Token',
  adminTitle: 'Hat admin: alles ist erlaubt',
  adminText: (application) =>
    `Jede Berechtigung von ${application} ist erlaubt, auch die, die erst später dazukommen. Aufgeführt ist, was ausdrücklich freigegeben ist, so wie es das Token trägt.`,
  admin: 'admin, alles',
  shown: (shown, total) => `${shown} von ${total}`,
  noneMatch: 'Keine der Berechtigungen hier passt.',
  onlyRoles: 'Keine Berechtigungen, nur die Rollen oben.',
  empty: 'Kein Zugriff',
  emptyText: (name) => `${name} hat keine Rolle und keine Berechtigung, weder direkt noch über eine Gruppe.`,
  emptySuspended:
    'Solange die Person gesperrt ist, ist nichts erlaubt. Was für sie eingetragen ist, steht unter „Direkt freigegeben“.',
  noneDirect: {
    title: 'Keine Freigaben',
    text: 'Diesem Benutzer ist nichts direkt freigegeben. Was über Gruppen kommt, steht unter „Alles“.',
  },
  noneEnded: { title: 'Keine beendeten Freigaben', text: 'Hier stehen abgelaufene und entzogene Freigaben.' },
  noneEnding: {
    title: 'Nichts endet bald',
    text: 'Hier steht, was dieser Benutzer in den nächsten sieben Tagen verliert.',
  },
  noneUnused: {
    title: 'Keine ungenutzten Freigaben',
    text: 'Hier stehen direkte Freigaben, die ein Vierteljahr lang nicht genutzt wurden.',
  },
  unknownUse: {
    title: 'Nutzung nicht bekannt',
    text: 'Keine Anwendung, in der diesem Benutzer etwas direkt freigegeben ist, meldet ihre Nutzung seit einem Vierteljahr.',
  },
  noneFit: 'Nichts davon passt',
  onlyFirst: 'Durchsucht wurden nur die ersten Einträge jeder Anwendung.',
  openApplication: (application) => `${application} öffnen`,
};

export const signInWords: typeof English.signInWords = {
  password: 'Passwort',
  passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  app: 'Authenticator-App',
  account: (provider, name) => `${provider}: ${name}`,
  recovery: (left, of) => `Wiederherstellungscodes, noch ${left} von ${of}`,
  nothing: 'Noch nichts',
  resetTitle: (name) => `Den zweiten Faktor von ${name} zurücksetzen?`,
  resetText:
    'Authenticator-App und Wiederherstellungscodes gelten nicht mehr, und die Person wird überall abgemeldet. Danach genügt ihr Passwort, bis sie Neues eingerichtet hat. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetPasskeysText:
    'Die Passkeys gelten nicht mehr, und die Person wird überall abgemeldet. Danach genügt ihr Passwort. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetPasskeys: (count) =>
    count === 1
      ? 'Auch den Passkey, wenn er auf dem verlorenen Gerät war'
      : 'Auch alle Passkeys, wenn sie auf dem verlorenen Gerät waren',
  resetAccountsText:
    'Die Konten bei anderen Anbietern werden getrennt, und die Person wird überall abgemeldet. Niemand meldet sich mehr darüber an; nach der nächsten Anmeldung kann sie andere verknüpfen. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetAccounts: (count) =>
    count === 1 ? 'Auch das Konto bei einem anderen Anbieter trennen' : 'Auch die Konten bei anderen Anbietern trennen',
  unlinkTitle: (name) => `Die Konten von ${name} trennen?`,
  unlinkDo: 'Konten trennen',
  unlinked: (name) => `Die Konten von ${name} sind getrennt.`,
  resetDo: 'Zweiten Faktor zurücksetzen',
  reset: (name) => `Der zweite Faktor von ${name} ist zurückgesetzt.`,
};

/** Texts of a user's sessions. */
export const sessionWords: typeof English.sessionWords = {
  title: 'Sitzungen',
  table: (name) => `Wo ${name} angemeldet ist`,
  browser: 'Browser',
  address: 'Adresse',
  signedIn: 'Angemeldet',
  lastSeen: 'Zuletzt gesehen',
  ends: 'Endet',
  current: 'dieser Browser',
  unknown: 'Unbekannter Browser',
  everywhere: 'Überall abmelden …',
  emptyTitle: 'Nirgends angemeldet',
  emptyText: 'Eine Sitzung beginnt mit der Anmeldung und endet mit der Abmeldung, oder wenn sie abläuft.',
};
