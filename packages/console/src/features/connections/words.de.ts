import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  table: 'Verbindungen',
  lead: 'Andere Anbieter und Verzeichnisse, über die man sich hier anmeldet.',
  provider: 'Name',
  state: 'Status',
  kind: 'Art',
  address: 'Adresse',
  peopleHead: 'Personen',
  on: 'An',
  off: 'Aus',
  noSecret: 'Geheimnis fehlt',
  addAny: 'Verbindung hinzufügen',
  add: 'Anbieter hinzufügen',
  addWhat: (preset) => `${preset} hinzufügen`,
  empty: 'Noch kein anderer Anbieter',
  emptyText:
    'Mit einem melden sich Personen hier mit einem Konto an, das sie schon haben: bei Google, bei Entra, in einem LDAP-Verzeichnis, bei einem anderen Licet. Eine E-Mail-Adresse allein öffnet kein Konto.',
  notTaken: 'Über Verbindungen meldet sich derzeit niemand an',
  notTakenText:
    'Die Anmelderegeln lassen keine anderen Anbieter zu. Erlauben Sie sie unter „Anmeldung“, bevor sich jemand darauf verlässt.',
  redirectUri: 'Weiterleitungsadresse',
  redirectUriHint: 'Dort eingetragen, genau so.',
  postLogoutUri: 'Adresse nach dem Abmelden',
  postLogoutUriHint: 'Auch dort eingetragen, wenn man sich dort mit abmeldet: „Post-Logout Redirect URI“.',
  backchannelUri: 'Adresse für Abmeldungen von dort',
  backchannelUriHint:
    'Dort eingetragen als „Backchannel Logout URL“: Wer dort abgemeldet wird, ist es innerhalb einer Sekunde auch hier.',
  publicKey: 'Öffentlicher Schlüssel',
  publicKeyHint: 'Dort als Schlüsselsatz (JWKS) des Clients einzutragen, mit dem Verfahren private_key_jwt.',
  people: (count) =>
    count === 0
      ? 'Noch hat niemand ein Konto verknüpft'
      : count === 1
        ? 'Eine Person hat ein Konto verknüpft'
        : `${formatNumber(count)} Personen haben ein Konto verknüpft`,
  made: (name) => `${name} ist hinzugefügt. Testen Sie die Verbindung und sehen Sie dann die Anmeldeseite an.`,
  saved: (name) => `${name} ist gespeichert.`,
  deletedByOther: 'Jemand anders hat diese Verbindung inzwischen gelöscht.',
  test: 'Verbindung testen',
  testWorks: 'Der Anbieter antwortet, wie er soll.',
  testFails: 'Etwas stimmt nicht:',
  right: 'Richtig:',
  wrong: 'Falsch:',
  foundNothing: 'Nichts gefunden.',
  delete: 'Verbindung löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteAction: 'Verbindung löschen',
  deleteText: (count) =>
    count === 0
      ? 'Niemand hat ein solches Konto verknüpft. Der Knopf verschwindet von der Anmeldeseite.'
      : count === 1
        ? 'Eine Person hat ein solches Konto verknüpft und verliert diesen Anmeldeweg endgültig. Wer keinen anderen hat, braucht von Ihnen einen Passwort-Link.'
        : `${formatNumber(count)} Personen haben ein solches Konto verknüpft und verlieren diesen Anmeldeweg endgültig. Wer keinen anderen hat, braucht von Ihnen einen Passwort-Link.`,
  deleted: (name) => `${name} ist gelöscht.`,
};

export const presetWords: typeof English.presetWords = {
  google: 'Google',
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  keycloak: 'Keycloak',
  licet: 'Licet',
  github: 'GitHub',
  openid: 'OpenID-Anbieter',
};

export const registerWords: typeof English.registerWords = {
  google:
    'In der Google Cloud Console unter Google Auth Platform, Clients: einen Client der Art „Webanwendung“ anlegen, mit dieser Adresse als autorisiertem Weiterleitungs-URI.',
  entra:
    'Im Entra Admin Center unter App-Registrierungen: eine Anwendung nur für dieses Verzeichnis registrieren, mit dieser Adresse als Umleitungs-URI der Plattform „Web“, und einen geheimen Clientschlüssel erstellen.',
  okta: 'In der Okta-Verwaltung unter Applications: eine App-Integration anlegen (OIDC, Web Application), mit dieser Adresse als Sign-in redirect URI, und ihr Personen zuweisen.',
  keycloak:
    'Im Realm unter Clients: einen OpenID-Connect-Client mit eingeschalteter Client-Authentifizierung anlegen, mit dieser Adresse als gültiger Redirect-URI.',
  licet:
    'Dort in einer Anwendung unter Clients: einen Client der Art „Server“ mit dieser Weiterleitungsadresse registrieren.',
  github:
    'Bei GitHub unter Settings, Developer settings, OAuth Apps: eine Anwendung mit dieser Adresse als Authorization callback URL registrieren.',
  openid: 'Dort einen Web-Client mit dieser Adresse als Redirect-URI registrieren.',
};

export const placeWords: typeof English.placeWords = {
  google: { label: 'Aussteller', hint: '', placeholder: '' },
  entra: {
    label: 'Verzeichnis-ID (Mandant)',
    hint: 'Aus der Übersicht der Registrierung. Eine Verbindung ist ein Verzeichnis.',
    placeholder: '8f4e2d1c-0b3a-4c5d-9e6f-7a8b9c0d1e2f',
  },
  okta: {
    label: 'Okta-Domain',
    hint: 'Wie in der Adresse; bei einem eigenen Authorization Server dessen ganzer Aussteller.',
    placeholder: 'example.okta.com',
  },
  keycloak: {
    label: 'Adresse des Realms',
    hint: 'Endet mit dem Namen des Realms.',
    placeholder: 'https://sso.example.org/realms/main',
  },
  licet: {
    label: 'Adresse jenes Licet',
    hint: 'Wie man sie im Browser eingibt.',
    placeholder: 'https://access.example.org',
  },
  github: {
    label: 'Adresse von GitHub',
    hint: 'Eine andere nur für einen GitHub Enterprise Server.',
    placeholder: 'https://github.com',
  },
  openid: {
    label: 'Aussteller',
    hint: 'Die Adresse vor /.well-known/openid-configuration.',
    placeholder: 'https://sso.example.org',
  },
};

export const kindWords: typeof English.kindWords = {
  openid: 'OpenID Connect',
  github: 'GitHub',
  ldap: 'Verzeichnis (LDAP)',
};

export const aboutWords: typeof English.aboutWords = {
  discovery: 'Discovery',
  issuer: 'Aussteller',
  sign_in: 'Anmeldeadresse',
  tokens: 'Token-Adresse',
  pkce: 'PKCE',
  keys: 'Schlüssel',
  signature: 'Signaturen',
  profile: 'Profil',
  sign_out: 'Abmeldung',
  proof: 'Nachweis dieses Licet',
  connection: 'Verbindung',
  encryption: 'Verschlüsselung',
  reading: 'Lesen',
  people: 'Personen',
  everybody: 'Alle Personen',
  groups: 'Gruppen',
  mappings: 'Gruppen dort und hier',
};

export const formWords: typeof English.formWords = {
  name: 'Name',
  nameHint: (name) => `Steht auf dem Knopf: „Weiter mit ${name}“.`,
  issuer: 'Aussteller',
  clientId: 'Client-ID',
  proof: 'Womit sich Licet ausweist',
  proofs: { secret: 'Geheimnis', private_key: 'Privater Schlüssel' },
  secret: 'Client-Geheimnis',
  secretHint: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  secretKept: 'Leer lassen, um das gespeicherte zu behalten.',
  secretMissing: 'Geben Sie das Geheimnis ein, das der Anbieter ausgegeben hat.',
  keyHint:
    'Licet erzeugt einen Schlüssel. Seine öffentliche Hälfte sehen Sie nach dem Speichern und tragen sie beim Anbieter ein.',
  enabled: 'Eingeschaltet',
  enabledHint: 'Ausgeschaltet hat er keinen Knopf, und niemand meldet sich darüber an. Was verknüpft ist, bleibt.',
  signsOutThere: 'Wer sich hier abmeldet, wird auch dort abgemeldet',
  signsOutThereHint:
    'Von allem, was die Person mit diesem Konto offen hat. Ohne dies wird sie nur von Licet und seinen Anwendungen abgemeldet.',
  whoComes: 'Wer hereinkommt',
  domains: 'Domains, die dorthin führen',
  domainsHint:
    'Wer auf der Anmeldeseite eine Adresse davon eingibt, geht dorthin, statt ein Passwort einzugeben. Eine je Zeile.',
  createsUsers: 'Wer zum ersten Mal kommt, wird Benutzer',
  createsUsersHint: 'Sonst kommt nur herein, wer sein Konto unter „Mein Konto“ verknüpft hat.',
  allowedDomains: 'Nur aus diesen Domains',
  allowedDomainsHint: 'Mindestens eine, je Zeile eine. Wer aus einer anderen Domain kommt, wird nicht Benutzer.',
  allowedDomainsMissing: 'Nennen Sie die Domains, deren Personen Benutzer werden: Ohne eine wird es niemand.',
  trustsAddresses: 'Seine Adressen gelten als bestätigt',
  trustsAddressesHint:
    'Für einen Anbieter, der das nicht mitteilt, wie Entra. Nur wenn dort niemand eine beliebige Adresse in sein Profil schreiben kann.',
  defaultGroups: 'Gruppen neuer Benutzer',
  defaultGroupsHint: 'Keine davon darf Zugriff auf Licet selbst geben.',
  groupPlaceholder: 'Gruppe suchen',
  whatCounts: 'Was hier zählt',
  groupsClaim: 'Claim mit Gruppen',
  groupsClaimHint: 'Der Claim im ID-Token oder in UserInfo, der die Gruppen der Person nennt.',
  groupMappings: 'Gruppen dort und hier',
  groupMappingsHint:
    'Wird bei jeder Anmeldung und jedem Abgleich angeglichen, hinein und hinaus. Wer in einer hier genannten Gruppe ist, bestimmt dann allein diese Verbindung.',
  mappingValue: (no) => `Wert dort, Zeile ${no}`,
  mappingValuePlaceholder: 'Wert dort',
  mappingGroup: (no) => `Gruppe hier, Zeile ${no}`,
  mappingAdd: 'Gruppe hinzufügen',
  mappingRemove: (no) => `Zeile ${no} entfernen`,
  mappingHalf: 'Eine Zeile braucht beides: was der Anbieter sagt, und eine Gruppe hier.',
  twoFactorValues: 'Zählt als zwei Faktoren',
  twoFactorValuesHint:
    'Sagt sein acr oder amr eines davon, wird hier kein zweiter Faktor verlangt. Eines je Zeile; ohne Eintrag ist jede Anmeldung dort ein Faktor.',
  scopes: 'Scopes',
  scopesHint: 'Worum er gebeten wird, durch Leerzeichen getrennt.',
  yes: 'Ja',
  no: 'Nein',
};

export const directoryWords: typeof English.directoryWords = {
  directory: 'LDAP-Verzeichnis',
  add: 'Verzeichnis hinzufügen',
  made: (name) => `${name} ist hinzugefügt. Testen Sie die Verbindung, bevor sich jemand darauf verlässt.`,
  testWorks: 'Das Verzeichnis antwortet, wie es soll.',
  people: (count) =>
    count === 0
      ? 'Noch ist niemand damit verknüpft'
      : count === 1
        ? 'Eine Person ist damit verknüpft'
        : `${formatNumber(count)} Personen sind damit verknüpft`,
  deleteText: (count) =>
    count === 0
      ? 'Niemand ist damit verknüpft. Namen und Passwörter daraus öffnen hier nichts mehr.'
      : count === 1
        ? 'Eine Person ist damit verknüpft und verliert diesen Anmeldeweg endgültig. Wer keinen anderen hat, braucht von Ihnen einen Passwort-Link.'
        : `${formatNumber(count)} Personen sind damit verknüpft und verlieren diesen Anmeldeweg endgültig. Wer keinen anderen hat, braucht von Ihnen einen Passwort-Link.`,
  preset: 'Welches Verzeichnis',
  presets: { activeDirectory: 'Active Directory', openLdap: 'OpenLDAP' },
  presetHint: 'Trägt unten ein, was dort üblich ist. Prüfen Sie es, wenn Ihres angepasst wurde.',
  nameHint: 'Steht in Meldungen und bei den Anmeldewegen einer Person.',
  url: 'Adresse',
  urlExample: 'ldaps://ldap.example.org',
  urlHint:
    'ldaps:// ist verschlüsselt. Ein Verzeichnis im eigenen Netz wird erst gefragt, wenn der Betreiber von Licet es erlaubt (LICET_ALLOW_OUTGOING).',
  startTls: 'Mit StartTLS verschlüsseln',
  startTlsHint:
    'Noch bevor etwas gesendet wird. Sonst gehen Passwörter unverschlüsselt hinaus, und nur zu einem Rechner, den der Betreiber von Licet dafür erlaubt hat.',
  caCertificate: 'CA-Zertifikat',
  caCertificateHint: 'In PEM, von Ihrer eigenen Zertifizierungsstelle. Ohne Eintrag gelten die, die der Server kennt.',
  enabledHint: 'Ist es aus, meldet sich niemand darüber an. Wer verknüpft ist, bleibt es.',
  lookingUp: 'Wie Personen gesucht werden',
  baseDn: 'Basis-DN',
  baseDnHint: 'Der Eintrag, unter dem Personen stehen.',
  bindDn: 'Bind-DN',
  bindDnHint:
    'Der Eintrag, der Personen sucht; er muss nur lesen. Mit {name} darin sucht jede Person sich selbst: {name}@corp.example oder uid={name},ou=people,dc=example,dc=org.',
  bindDnNameAlone: 'Darin steht mehr als {name}: {name}@corp.example oder uid={name},ou=people,….',
  secret: 'Passwort des Bind-DN',
  secretHint: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  secretKept: 'Leer lassen, um das gespeicherte zu behalten.',
  secretMissing: 'Geben Sie das Passwort des Eintrags ein, der Personen sucht.',
  attributes: 'Attribute dort',
  loginAttributes: 'Namen zum Anmelden',
  loginAttributesHint: 'Attribute, durch Kommas getrennt. Das erste wird hier der Benutzername.',
  loginAttributesCount: (most) => `Nennen Sie ein Attribut, und höchstens ${most}.`,
  personClass: 'Klasse der Personen',
  personClassHint: 'Einträge anderer Klassen sind hier niemand.',
  idAttribute: 'Dauerhafte Kennung',
  idAttributeHint:
    'Bleibt, wenn sich der Name ändert: objectGUID, entryUUID; ipaUniqueID bei FreeIPA, nsUniqueId beim 389 Directory Server.',
  nameAttribute: 'Name einer Person',
  emailAttribute: 'E-Mail-Adresse',
  domainsHint:
    'Für Personen ohne Konto hier: Ein Name dieser Domains wird in diesem Verzeichnis gesucht, ein Name ohne @ in jedem. Eine je Zeile.',
  createsUsersHint:
    'Sonst kommt nur herein, wen ein Import gebracht hat (licet import ldap) oder wer den Eintrag unter „Mein Konto“ verknüpft hat.',
  trustsAddressesHint: 'Nur wenn dort niemand die eigene Adresse ändern kann: Sonst ließe sich eine fremde wählen.',
  groups: 'Gruppen',
  groupSource: 'Worin jemand Mitglied ist',
  groupSources: { none: 'Nicht lesen', memberOf: 'memberOf', search: 'Gruppen fragen' },
  groupSourceHints: {
    none: 'Gruppen dort zählen hier nicht.',
    memberOf: 'Der Eintrag jeder Person nennt ihre Gruppen in memberOf.',
    search: 'Gruppen werden gefragt, ob sie die Person nennen.',
  },
  groupBaseDn: 'Basis-DN der Gruppen',
  groupBaseDnHint: 'Gruppen anderswo zählen nicht, auch wenn sie so heißen. Ohne Eintrag: unter dem Basis-DN.',
  groupClass: 'Klasse der Gruppen',
  groupClassHint: 'group bei Active Directory; sonst groupOfNames, groupOfUniqueNames oder posixGroup.',
  memberAttribute: 'Attribut mit Mitgliedern',
  memberAttributeHint: 'member und uniqueMember nennen Einträge, memberUid Benutzernamen.',
  nestedGroups: 'Gruppen in Gruppen zählen',
  nestedGroupsHint:
    'Wer in einer Gruppe einer Gruppe ist, ist auch in dieser. Gruppen, die Benutzernamen nennen (memberUid), enthalten keine Gruppen.',
};
