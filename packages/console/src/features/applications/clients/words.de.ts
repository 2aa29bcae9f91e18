import { formatList, formatNumber } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  client: 'Client',
  clientId: 'Client-ID',
  kind: 'Art',
  registered: 'Registriert',
  register: 'Client registrieren',
  table: (application) => `Clients von ${application}`,
  empty: 'Noch keine Clients',
  emptyText: (application) =>
    `Ein Client ist ein Programm, das Personen bei ${application} anmeldet, oder sich selbst: eine Webseite, ein Server, ein nächtlicher Lauf. Registrieren Sie ihn, um seine Client-ID zu erhalten.`,
  made: (name) => `${name} ist registriert.`,
  saved: (name) => `${name} ist gespeichert.`,
  code: 'Code für diesen Client',
  deletedByOther: 'Jemand anders hat diesen Client inzwischen gelöscht.',
  kinds: {
    browser: {
      label: 'Browser',
      what: 'Meldet Personen im Browser an: React, Next.js, jede Seite. Er bewahrt kein Geheimnis.',
    },
    native: {
      label: 'Installiert',
      what: 'Auf einem Telefon oder Rechner installiert: eine App, ein Desktop-Programm, eine Kommandozeile, die einen Browser öffnet. Er meldet Personen an und bewahrt kein Geheimnis.',
    },
    server: {
      label: 'Server',
      what: 'Meldet Personen auf einem Server an, ohne unsere Pakete: Django, Rails, Spring. Er bewahrt ein Geheimnis.',
    },
    device: {
      label: 'Gerät',
      what: 'Ein Fernseher, eine Kommandozeile ohne Browser: Es zeigt einen Code, den jemand in einem Browser eingibt, und handelt für diese Person. Es hat kein Geheimnis.',
    },
    service: {
      label: 'Dienst',
      what: 'Ein Programm ohne Personen: ein nächtlicher Lauf, eine andere API. Es meldet sich selbst mit seinem Geheimnis an.',
    },
  },
};

export const formWords: typeof English.formWords = {
  name: 'Name',
  nameHint: 'Wie man ihn kennt: „Ledger web“.',
  redirect: 'Weiterleitungsadressen',
  redirectHint: 'Wohin man nach der Anmeldung zurückkommt. Eine je Zeile, genau wie das Programm sie sendet.',
  redirectNative:
    'Eine je Zeile: ein eigenes Schema (org.example.app:/callback), http://127.0.0.1/callback für jeden Port des Rechners oder eine https-Adresse, die die App für sich beansprucht.',
  signOut: 'Abmeldeadressen',
  signOutHint: 'Wohin man nach dem Abmelden geleitet werden darf.',
  origins: 'Web-Herkünfte',
  originsHint: 'Seiten, die Licet um Token bitten dürfen (CORS). Ohne Pfad.',
  logout: 'Erfährt vom Ende einer Sitzung unter',
  logoutHint:
    'Licet sendet ein Abmelde-Token dorthin, sobald sich jemand abmeldet, abgemeldet oder gesperrt wird (OpenID Connect Back-Channel Logout).',
  pkce: 'PKCE verlangen',
  pkceHint:
    'Jede Anmeldung weist nach, dass sie von dem Programm begonnen wurde, das sie beendet. Fast alle Bibliotheken senden es von selbst.',
  pkceOff:
    'Ohne PKCE kann ein gestohlener Anmeldecode in die Anmeldung einer anderen Person geschoben werden: Nur eine Nonce, die das Programm prüft, hält das noch auf. Schalten Sie es nur für ein Programm ab, das PKCE nicht senden kann.',
  pushed: 'Direkt gesendete Anfragen verlangen (PAR)',
  pushedHint:
    'Jede Anmeldung beginnt mit einer Anfrage, die das Programm unmittelbar an Licet sendet, nicht durch den Browser.',
  algorithm: 'ID-Token werden signiert mit',
  algorithmHint:
    'RS256 nur für eine Bibliothek, die nichts anderes prüfen kann. Zugriffstoken werden immer mit ES256 signiert.',
  keys: 'Öffentliche Schlüssel',
  keysHint:
    'Gibt es welche, weist sich das Programm mit seinem privaten Schlüssel aus (private_key_jwt), und es wird kein Geheimnis angelegt.',
  keysUnreadable:
    'Das ist kein Satz öffentlicher Schlüssel (JWKS) für ES256, RS256 oder PS256, oder er enthält einen privaten.',
  offer: (address) => `${address} hinzufügen`,
  redirectMissing: 'Nennen Sie die Adresse, zu der man nach der Anmeldung zurückkommt.',
  line: (line, detail) => `Zeile ${line}: ${detail}`,
  twice: 'Sie steht schon in der Liste.',
  noScheme: (whole) => `Eine Adresse beginnt mit https:// oder http://. Schreiben Sie ${whole}.`,
  faults: {
    characters: () => 'Sie enthält ein Leerzeichen, einen Backslash oder ein Zeichen, das kodiert (%…) sein muss.',
    wildcard: () => 'Jede Adresse wird ausgeschrieben; * steht für nichts.',
    fragment: () => 'Sie enthält einen Teil nach #. Nehmen Sie ihn heraus.',
    no_address: () => 'Das ist keine Adresse. Sie sieht so aus: https://app.example.org/callback.',
    host: () => 'Ein Hostname hat nur Buchstaben, Ziffern, Punkte und Bindestriche.',
    no_host: () => 'Schreiben Sie sie mit // und einem Hostnamen nach dem Schema.',
    user_name: () => 'Sie enthält einen Namen oder ein Passwort. Nehmen Sie es heraus.',
    host_spelling: (address) => `Schreiben Sie den Hostnamen als ${new URL(address).host}.`,
    needs_tls: () => 'Nehmen Sie https; http ist nur für localhost, 127.0.0.1 und [::1].',
    loopback_tls: () => 'Eine installierte Anwendung lauscht auf dem eigenen Rechner ohne TLS. Nehmen Sie http.',
    native_only: (address) =>
      `${new URL(address).protocol} gehört einer installierten Anwendung. Registrieren Sie dafür einen Client der Art „Installiert“.`,
    scheme: (address) => `${new URL(address).protocol} kann nicht verwendet werden. Nehmen Sie https.`,
  },
  originOnly: (origin) => `Eine Herkunft hat keinen Pfad. Schreiben Sie ${origin}.`,
};

export const clientWords: typeof English.clientWords = {
  delete: 'Client löschen …',
  deleteTitle: (client) => `Den Client ${client} löschen?`,
  deleteAction: 'Client löschen',
  deletePeople:
    'Niemand kann sich mehr über ihn anmelden. Token, die er hat, enden innerhalb von fünf Minuten. Was freigegeben ist, bleibt.',
  deleteService:
    'Er kann sich nicht mehr anmelden. Token, die er hat, enden innerhalb von fünf Minuten. Was freigegeben ist, bleibt.',
  unusable: (addresses) =>
    `Zu ${formatList(addresses)} kommt bei einem Client dieser Art niemand zurück. Registrieren Sie dafür einen Client der Art „Installiert“ und entfernen Sie die Adresse hier.`,
  deleted: (client) => `${client} ist gelöscht.`,
};

export const accessWords: typeof English.accessWords = {
  title: 'Zugriff',
  grant: 'Zugriff freigeben',
  nothing:
    'Diesem Programm ist noch nichts freigegeben: Seine Token für diese Anwendung erlauben nichts, und für andere bekommt es keine. Soll es eine API aufrufen, geben Sie ihm in deren Anwendung unter „Freigaben“ eine Rolle, für die API von Licet in der Anwendung Licet. Eine API, die nur Token prüft, braucht keine.',
  more: (count) => `Und ${formatNumber(count)} weitere.`,
};

export const secretWords: typeof English.secretWords = {
  title: (client) => `Das Geheimnis von ${client}`,
  kept: 'Ich habe das Geheimnis verwahrt',
  once: 'Es wird einmal gezeigt.',
  lasts: (days) => `Es gilt ${days} Tage. Ersetzen Sie es vorher, unter „Geheimnisse und Schlüssel“ des Clients.`,
  onceText:
    'Licet bewahrt nur einen Hash davon. Legen Sie es dorthin, wo das Programm seine Geheimnisse liest, nie in seinen Code.',
  secret: 'Geheimnis',
};

export const keyWords: typeof English.keyWords = {
  title: 'Schlüssel',
  list: (client) => `Geheimnisse und Schlüssel von ${client}`,
  kinds: { secret: 'Geheimnis', public_key: 'Öffentlicher Schlüssel' },
  make: 'Schlüssel anlegen',
  none: (client) => `${client} kann sich nicht anmelden: Kein Schlüssel ist gültig. Legen Sie einen an.`,
  made: 'angelegt',
  used: 'Zuletzt benutzt',
  neverUsed: 'Noch nicht benutzt',
  ends: 'Endet',
  ended: 'Beendet',
  menu: (key) => `Mehr zu ${key}`,
  replace: 'Ersetzen …',
  change: 'Namen oder Ende ändern …',
  end: 'Jetzt beenden …',
  newTitle: (client) => `Neuer Schlüssel für ${client}`,
  replaceTitle: (key) => `${key} ersetzen`,
  cancel: 'Abbrechen',
  kind: 'Art',
  secretHint: 'Wird einmal gezeigt. Das Programm sendet es an Licet.',
  publicKeyHint:
    'Das Programm behält die private Hälfte und signiert mit ihr (private_key_jwt). Licet hat sie nie. Die Geheimnisse des Programms enden sofort; soll eines noch eine Weile gelten, wählen Sie daneben „Ersetzen …“.',
  publicKey: 'Öffentlicher Schlüssel (JWK)',
  oneKey: 'Das ist mehr als ein Schlüssel. Fügen Sie jeden einzeln hinzu.',
  makeSecret: 'Geheimnis anlegen',
  takeKey: 'Schlüssel hinzufügen',
  taken: (key) => `Der Schlüssel ${key} gilt von jetzt an.`,
  name: 'Name',
  nameHint: 'Wo er benutzt wird, oder für welches Jahr: „CI 2027“.',
  nameMissing: 'Geben Sie ihm einen Namen.',
  lasts: 'Endet',
  days: (days) => (days === 365 ? 'In einem Jahr' : `In ${days} Tagen`),
  never: 'Nie',
  at: 'Zu einem Zeitpunkt',
  when: 'Wann er endet',
  endMissing: 'Wählen Sie Tag und Uhrzeit, oder nie.',
  neverText:
    'Ein Schlüssel ohne Ende gilt, bis jemand daran denkt, ihn zu beenden. Gelangt er unbemerkt in fremde Hände, bleibt er dort gültig.',
  overlap: (key) => `${key} endet`,
  overlapHint: 'Bis dahin gelten beide. Hinterlegen Sie in dieser Zeit den neuen beim Programm.',
  atOnce: 'Sofort',
  after: (days) => (days === 1 ? 'In einem Tag' : `In ${days} Tagen`),
  changeTitle: (key) => `${key} ändern`,
  changeAction: 'Speichern',
  changed: (key) => `${key} ist gespeichert.`,
  unchanged: (key) => `${key} ist wieder wie zuvor.`,
  endTitle: (key, client) => `${key} von ${client} beenden?`,
  endAction: 'Schlüssel beenden',
  endText:
    'Er wird innerhalb einer Sekunde überall und für immer abgelehnt. Token, die das Programm hat, enden innerhalb von fünf Minuten.',
  endLast:
    'Es gilt kein anderer: Das Programm kann sich nicht mehr anmelden, bis es einen neuen hat. Token, die es hat, enden innerhalb von fünf Minuten.',
  endDone: (key) => `${key} ist beendet.`,
};
