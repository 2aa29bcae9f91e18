import { ofChanges } from './sentences-changes.de.ts';
import { ofDirectories } from './sentences-directories.de.ts';
import { germanOfFiles } from './sentences-files.de.ts';

/** Who or what a sentence of the contract is about: “The username is longer than …”. */
const subjects: Readonly<Record<string, string>> = {
  'The username': 'Der Benutzername',
  'The e-mail address': 'Die E-Mail-Adresse',
  'The name': 'Der Name',
  'The user': 'Der Benutzer',
  'The role name': 'Der Name der Rolle',
  'The permission name': 'Der Name der Berechtigung',
  'The title': 'Der Titel',
  'The description': 'Die Beschreibung',
  'The reason': 'Die Begründung',
  'The answer': 'Die Antwort',
  'The DN': 'Der DN',
  'The value': 'Der Wert',
  'The note': 'Die Anmerkung',
  'The group name': 'Der Name der Gruppe',
  'The place': 'Der Ort',
  'Your name': 'Ihr Name',
  'The organisation’s name': 'Der Name der Organisation',
  'The name of the set': 'Der Name des Satzes',
  'The name of the separation': 'Der Name der Trennung',
  'The client id': 'Die Client-ID',
  'The password': 'Das Passwort',
};

const about: readonly (readonly [RegExp, string])[] = [
  [/^is longer than (.+) characters\. Shorten it\.$/, 'ist länger als $1 Zeichen. Kürzen Sie.'],
  [
    /^could be mistaken for the name of an erased person\. .*$/,
    'ist der Platzhalter für gelöschte Personen oder sieht ihm zu ähnlich. Wählen Sie einen anderen.',
  ],
  [/^is missing\. Enter .*$|^is empty\..*$/, 'fehlt.'],
  [
    /^holds control or invisible characters\. Remove them\.$/,
    'enthält Steuer- oder unsichtbare Zeichen. Entfernen Sie sie.',
  ],
  [/^holds control characters\. Remove them\.$/, 'enthält Steuerzeichen. Entfernen Sie sie.'],
  [/^holds invisible characters\. Remove them\.$/, 'enthält unsichtbare Zeichen. Entfernen Sie sie.'],
  [/^holds nothing that can be seen\. .*$/, 'enthält nichts Sichtbares. Geben Sie mindestens ein Zeichen ein.'],
  [/^begins or ends with a space\. Remove it\.$/, 'beginnt oder endet mit einem Leerzeichen. Entfernen Sie es.'],
  [/^holds half a character\. Type it again\.$/, 'enthält ein halbes Zeichen. Geben Sie es neu ein.'],
  [
    /^holds a character that could not be read\. .*$/,
    'enthält ein unlesbares Zeichen. Geben Sie es neu ein, oder speichern Sie die Datei als UTF-8.',
  ],
  [/^holds a space\. Remove it\.$/, 'enthält ein Leerzeichen. Entfernen Sie es.'],
  [/^holds an @\. .*$/, 'enthält ein @. Schreiben Sie die Adresse unter „E-Mail“.'],
  [/^has the form of an id\. Choose another\.$/, 'sieht aus wie eine Kennung. Wählen Sie einen anderen.'],
  [
    /^mixes letters of several scripts.*$/,
    'mischt Buchstaben mehrerer Schriften, sodass einer für einen anderen stehen kann. Nehmen Sie die einer Schrift.',
  ],
  [/^could be taken for “admin”.*$/, 'ließe sich mit „admin“ verwechseln. Wählen Sie einen anderen.'],
];

const whole: readonly (readonly [RegExp, string])[] = [
  [
    /^The name “(.+)” looks like “(.+)”, which is there already\. .*$/,
    'Der Name „$1“ sieht aus wie „$2“, den es schon gibt. Wählen Sie einen, den man davon unterscheiden kann.',
  ],
  [
    /^Other plans are being worked out already, .*$/,
    'Andere Pläne werden schon durchgerechnet, und keiner war in wenigen Sekunden fertig.',
  ],
  [
    /^The plan takes longer to work out than a statement may\. .*$/,
    'Der Plan lässt sich nicht schnell genug durchrechnen. Planen Sie weniger Änderungen auf einmal.',
  ],
  [
    /^On light grounds (.+) has a contrast of (\d+)\.?(\d*), and letters need .* The nearest that has it is (.+)\.$/,
    'Auf hellem Grund hat $1 einen Kontrast von $2,$3, und Schrift braucht 4,5. Die nächste Farbe, die ihn hat, ist $4.',
  ],
  [
    /^On dark grounds (.+) has a contrast of (\d+)\.?(\d*), and letters need .* The nearest that has it is (.+)\.$/,
    'Auf dunklem Grund hat $1 einen Kontrast von $2,$3, und Schrift braucht 4,5. Die nächste Farbe, die ihn hat, ist $4.',
  ],
  [/^That is not a colour\..*$/, 'Das ist keine Farbe. Sie sieht aus wie #1f4fd8.'],
  [/^Choose the colour for light grounds first\.$/, 'Wählen Sie zuerst die Farbe für hellen Grund.'],
  [/^The picture has more than (\d+) kB\..*$/, 'Das Bild hat mehr als $1 kB. Machen Sie es kleiner.'],
  [
    /^The picture has (\d+) × (\d+) pixels; at most (\d+) on a side are taken\.$/,
    'Das Bild hat $1 × $2 Pixel; höchstens $3 je Seite sind möglich.',
  ],
  [
    /^That is neither a PNG nor a WebP picture\..*$/,
    'Das ist weder ein PNG noch ein WebP. Ein SVG kann Skripte ausführen: Speichern Sie es als PNG.',
  ],
  [
    /^The picture is broken: .*$/,
    'Das Bild ist beschädigt: Es lässt sich nicht bis zu Ende lesen. Speichern Sie es noch einmal als PNG.',
  ],
  [/^The picture moves\..*$/, 'Das Bild bewegt sich. Speichern Sie eines, das stillsteht.'],
  [/^The sign of the tab is square: .*$/, 'Das Symbol des Tabs muss quadratisch sein.'],
  [/^This field is missing\.$/, 'Dieses Feld fehlt.'],
  [/^That is not an e-mail address\..*$/, 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.org.'],
  [
    /^The identifier is 1 to 63 .*$/,
    'Die Kennung hat 1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche, beginnt mit einem Buchstaben und endet nicht mit einem Bindestrich.',
  ],
  [
    /^That is not the name of a mail server\..*$/,
    'Das ist nicht der Name eines Mailservers. Er sieht aus wie smtp.example.org.',
  ],
  [/^The port is a number from .*$/, 'Der Port ist eine Zahl von 1 bis 65535, meist 465 oder 587.'],
  [/^The password is missing\. Enter one\.$/, 'Geben Sie ein Passwort ein.'],
  [
    /^The password has (\d+) characters; it needs at least (\d+)\..*$/,
    'Das Passwort hat $1 Zeichen; es braucht mindestens $2. Mehrere Wörter sind gut.',
  ],
  [
    /^The password has (\d+) characters; at most (\d+) are taken\.$/,
    'Das Passwort hat $1 Zeichen; höchstens $2 sind möglich.',
  ],
  [/^The password holds half a character.*$/, 'Das Passwort enthält ein halbes Zeichen. Geben Sie es neu ein.'],
  [
    /^The password is a row of .*$/,
    'Das Passwort ist eine Reihe benachbarter Tasten, Buchstaben oder Ziffern. Nehmen Sie mehrere Wörter.',
  ],
  [
    /^The password is made of fewer .*$/,
    'Das Passwort besteht aus weniger als fünf verschiedenen Zeichen. Nehmen Sie mehrere Wörter.',
  ],
  [
    /^The password repeats “(.+)” over and over.*$/,
    'Das Passwort wiederholt immerzu „$1“. Nehmen Sie verschiedene Wörter.',
  ],
  [
    /^Little but (.+) makes up the password.*$/,
    'Das Passwort besteht fast nur aus $1; das wird zuerst geraten. Fügen Sie Wörter hinzu, die nichts damit zu tun haben.',
  ],
  [/^The code is missing\..*$/, 'Der Code fehlt. Kopieren Sie ihn aus der Ausgabe des Servers.'],
  [/^Enter the code\.$/, 'Geben Sie den Code ein.'],
  [/^That is too long to be a code\.$/, 'Für einen Code ist das zu lang.'],
  [
    /^Write the whole address, such as https:\/\/sso\.example\.org, without “\?” and “#”\.$/,
    'Schreiben Sie die ganze Adresse, etwa https://sso.example.org, ohne „?“ und „#“.',
  ],
  [/^Say why you need it; whoever decides reads it\.$/, 'Sagen Sie, wozu Sie es brauchen; wer entscheidet, liest es.'],
  [/^Say why; the person reads it\.$/, 'Sagen Sie, warum; die Person liest es.'],
  [/^Ask for either a role or a permission\.$/, 'Beantragen Sie entweder eine Rolle oder eine Berechtigung.'],
  [/^Ask for a minute at least\.$/, 'Beantragen Sie mindestens eine Minute.'],
  [/^Ask for a year at most\.$/, 'Beantragen Sie höchstens ein Jahr.'],
  [
    /^That is not an absolute address\..*$/,
    'Das ist keine vollständige Adresse. Sie sieht aus wie https://app.example.org/callback.',
  ],
  [/^That is not a web origin\..*$/, 'Das ist keine Web-Herkunft. Sie sieht aus wie https://app.example.org.'],
  [/^The address has a fragment.*$/, 'Die Adresse hat ein Fragment (#…). Lassen Sie es weg.'],
  [
    /^The address holds a wildcard\..*$/,
    'Die Adresse enthält einen Platzhalter. Nennen Sie jede Adresse einzeln; sie werden genau verglichen.',
  ],
  [/^The origin holds a wildcard\..*$/, 'Die Herkunft enthält einen Platzhalter. Nennen Sie jede einzeln.'],
  [
    /^Without TLS only the machine itself .*$/,
    'Ohne TLS ist nur der eigene Rechner erlaubt (localhost, 127.0.0.1, [::1]). Nehmen Sie https.',
  ],
  [
    /^An installed application listens on the machine itself.*$/,
    'Eine installierte Anwendung lauscht auf dem eigenen Rechner ohne TLS. Nehmen Sie http.',
  ],
  [
    /^An installed application fetches its tokens itself.*$/,
    'Eine installierte Anwendung holt ihre Token selbst, nicht aus einer Seite. Lassen Sie die Web-Herkünfte weg.',
  ],
  [
    /^The scheme (\S+) belongs to an installed application\..*$/,
    'Das Schema $1 gehört einer installierten Anwendung. Registrieren Sie dafür einen Client der Art „Installiert“, oder nehmen Sie https.',
  ],
  [/^The address stands in the list already\.$/, 'Die Adresse steht schon in der Liste.'],
  [
    /^That is not the name of an attribute\..*$/,
    'Das ist nicht der Name eines Attributs. Er sieht aus wie uid oder sAMAccountName.',
  ],
  [
    /^The address is one such as ldaps:.*$/,
    'Die Adresse sieht aus wie ldaps://ldap.example.org, mit einem Port, wo es ein anderer ist.',
  ],
  [
    /^That is no certificate in PEM\..*$/,
    'Das ist kein Zertifikat in PEM. Es beginnt mit -----BEGIN CERTIFICATE-----.',
  ],
  [
    /^That is not a domain in lower case\..*$/,
    'Das ist keine Domain in Kleinbuchstaben. Sie sieht aus wie example.org.',
  ],
  [
    /^Another provider has another secret\. Enter it\.$/,
    'Ein anderer Anbieter hat ein anderes Geheimnis. Geben Sie es ein.',
  ],
  [
    /^The password is sent to another host, or no longer encrypted\. Enter it again if it may be\.$/,
    'Das Passwort ginge an einen anderen Host oder unverschlüsselt. Geben Sie es noch einmal ein, wenn es das darf.',
  ],
  [/^GitHub has no place to sign people out at\.$/, 'Bei GitHub kann man niemanden abmelden.'],
  [
    /^(.+) cannot be reached: it takes no connection\.$/,
    '$1 ist nicht zu erreichen: Dort wird keine Verbindung angenommen.',
  ],
  [
    /^(.+) is not known: no address belongs to that name\.$/,
    '$1 ist nicht bekannt: Zu dem Namen gehört keine Adresse.',
  ],
  [/^The certificate of (.+) is not one to trust\.$/, 'Dem Zertifikat von $1 ist nicht zu trauen.'],
  [/^(.+) took too long to answer\.$/, '$1 hat zu lange für eine Antwort gebraucht.'],
  [
    /^(.+) leads to .+, which this server does not call\..*$/,
    '$1 führt dorthin, wo dieser Server nicht anfragt. Wer ihn betreibt, kann den Rechner erlauben (LICET_ALLOW_OUTGOING).',
  ],
  [
    /^The directory is not asked without TLS\..*$/,
    'Das Verzeichnis wird nicht ohne TLS gefragt. Seine Adresse beginnt mit ldaps://, oder StartTLS ist an.',
  ],
  [/^What answers there is no directory\.$/, 'Was dort antwortet, ist kein Verzeichnis.'],
  [
    /^The directory does not turn to TLS when .*$/,
    'Das Verzeichnis geht nicht zu TLS über, wenn es darum gebeten wird (StartTLS). Nehmen Sie ldaps://.',
  ],
  [
    /^The directory does not take the bind DN and the password.*$/,
    'Das Verzeichnis nimmt den Bind-DN und das Passwort nicht an, die es von hier bekommt.',
  ],
  [/^The directory takes passwords over TLS alone\.$/, 'Das Verzeichnis nimmt Passwörter nur über TLS an.'],
  ...ofDirectories,
  ...ofChanges,
  [
    /^The directory has no entry of that base DN, .*$/,
    'Das Verzeichnis hat keinen Eintrag dieses Basis-DN, oder zeigt ihn dem Bind-DN nicht.',
  ],
  [/^The bind DN may not sign in there at this time\.$/, 'Der Bind-DN darf sich dort zu dieser Zeit nicht anmelden.'],
  [
    /^The bind DN may not sign in there from this machine\.$/,
    'Der Bind-DN darf sich dort von diesem Rechner aus nicht anmelden.',
  ],
  [/^The password of the bind DN has ended there\.$/, 'Das Passwort des Bind-DN ist dort abgelaufen.'],
  [/^The bind DN is disabled there\.$/, 'Der Bind-DN ist dort deaktiviert.'],
  [/^The bind DN has ended there\.$/, 'Der Bind-DN ist dort abgelaufen.'],
  [/^The bind DN is to change its password there first\.$/, 'Der Bind-DN muss dort erst sein Passwort ändern.'],
  [/^The bind DN is locked there\.$/, 'Der Bind-DN ist dort gesperrt.'],
  [/^The bind DN may not look people up\.$/, 'Der Bind-DN darf keine Personen suchen.'],
  [/^No entry of the class (.+) stands there\.$/, 'Dort steht kein Eintrag der Klasse $1.'],
  [/^No entry shows both (.+) and (.+)\.$/, 'Kein Eintrag zeigt $1 und $2 zugleich.'],
  [/^A domain has at most (\d+) characters\.$/, 'Eine Domain hat höchstens $1 Zeichen.'],
  [/^A domain is named twice\.$/, 'Eine Domain steht zweimal da.'],
  [/^A role or group is named twice\.$/, 'Eine Rolle oder Gruppe steht zweimal da.'],
  [/^A way is named twice\.$/, 'Ein Weg steht zweimal da.'],
  [/^A scope is one word\.$/, 'Ein Scope ist ein Wort.'],
  [/^A secret has at least (\d+) characters: .*$/, 'Ein Geheimnis hat mindestens $1 Zeichen: Lassen Sie es erzeugen.'],
  [/^Enter a number of days\.$/, 'Geben Sie eine Zahl von Tagen ein.'],
  [/^Enter a number of days; 0 for no reminders\.$/, 'Geben Sie eine Zahl von Tagen ein; 0 für keine Erinnerungen.'],
  [/^That is more than (\d+) days\.$/, 'Das sind mehr als $1 Tage.'],
  [/^Enter your e-mail address or username\.$/, 'Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.'],
  [/^Name a user or a group at least\.$/, 'Nennen Sie mindestens eine Person oder eine Gruppe.'],
  [/^A part names a role or a permission\.$/, 'Ein Teil nennt eine Rolle oder eine Berechtigung.'],
  [/^Name two parts at least: .*$/, 'Nennen Sie mindestens zwei Teile: was wovon getrennt ist.'],
  [/^Somebody may always hold one of the parts\.$/, 'Einen der Teile darf immer jemand haben.'],
  [/^Say why; each of the people reads it\.$/, 'Sagen Sie, warum; jede der Personen liest es.'],
  [/^Say why: it stands in every report\.$/, 'Sagen Sie, warum: Es steht in jedem Bericht.'],
  [/^Say what you found; the person reads it\.$/, 'Sagen Sie, was Sie gefunden haben; die Person liest es.'],
  [
    /^Write something; whoever asked and whoever decides reads it\.$/,
    'Schreiben Sie etwas; wer beantragt hat und wer entscheidet, liest es.',
  ],
  [/^This is not an id\. .*$/, 'Das ist keine Kennung. Eine sieht aus wie 01a1fd60-b421-70dc-9693-52f823154a01.'],
  [/^That is not a day\..*$/, 'Das ist kein Tag. Er sieht aus wie 2026-03-01.'],
  [/^That is not an instant\..*$/, 'Das ist kein Zeitpunkt. Er sieht aus wie 2026-11-21T17:00:00Z.'],
  [
    /^That instant is not of the years 1 to 9999, .*$/,
    'Dieser Zeitpunkt liegt nicht in den Jahren 1 bis 9999, oder sein Abstand von UTC ist größer als 14 Stunden.',
  ],
  [/^That is not a whole number of seconds\.$/, 'Das ist keine ganze Zahl von Sekunden.'],
  [
    /^That is not the domain of an e-mail address\..*$/,
    'Das ist nicht die Domain einer E-Mail-Adresse. Sie sieht aus wie example.org.',
  ],
  [/^The address is too long\.$/, 'Die Adresse ist zu lang.'],
  [/^The picture is not written in Base64\.$/, 'Das Bild ist nicht in Base64 geschrieben.'],
  [/^Without any way nobody signs in\..*$/, 'Ohne einen Weg meldet sich niemand an. Wählen Sie mindestens einen.'],
  [
    /^The period ends before it starts: .*$/,
    'Der Zeitraum endet, bevor er beginnt: Schreiben Sie den früheren Zeitpunkt unter „Von“.',
  ],
  [/^There is no change number (\d+)\.$/, 'Eine Änderung mit der Nummer $1 gibt es nicht.'],
  [/^No change set ends with (\d+): .*$/, 'Kein Satz von Änderungen endet mit der Nummer $1.'],
  [
    /^You did not make these changes yourself: .*$/,
    'Diese Änderungen stammen nicht von Ihnen: Dafür braucht es in Licet die Berechtigung audit.read.',
  ],
  [
    /^They made more than \S+ changes in that time, and (\d+)[,.]?(\d*) changes are planned .*$/,
    'In dieser Zeit waren es mehr als $1$2 Änderungen, und so viele werden höchstens auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.',
  ],
  [
    /^(?:These changes touched|It takes) (\d+)[,.]?(\d*) .*, and (\d+)[,.]?(\d*) changes are planned .*$/,
    'Das Zurücknehmen ist zu groß ($1$2): Höchstens $3$4 Änderungen werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.',
  ],
  [/^Licet does not answer\.$/, 'Licet antwortet nicht.'],
  [/^The request did not reach the server\.$/, 'Die Anfrage hat den Server nicht erreicht.'],
];

/** What the contract and the server say in English of single entries, in German; what is not known here stays as it is. */
export function germanSentence(english: string): string {
  const ofFile = germanOfFiles(english, germanSentence);
  if (ofFile !== undefined) return ofFile;
  const [, directory, whyNot] = /^(.+?) cannot be asked\. (.+)$/.exec(english) ?? [];
  if (directory !== undefined && whyNot !== undefined)
    return `${directory} lässt sich nicht fragen. ${germanSentence(whyNot)}`;
  for (const [pattern, german] of whole) if (pattern.test(english)) return english.replace(pattern, german);
  for (const [subject, german] of Object.entries(subjects)) {
    if (!english.startsWith(`${subject} `)) continue;
    const rest = english.slice(subject.length + 1);
    const found = about.find(([pattern]) => pattern.test(rest));
    if (found) return `${german} ${rest.replace(...found)}`;
  }
  return english;
}
