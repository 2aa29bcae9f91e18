import { ofChanges } from './sentences-changes.de.ts';
import { ofDirectories } from './sentences-directories.de.ts';

const whole: readonly (readonly [RegExp, string])[] = [
  [
    /^Other plans are being worked out already, .*$/,
    'Andere Pläne werden schon durchgerechnet, und keiner war in wenigen Sekunden fertig.',
  ],
  [
    /^The plan takes longer to work out than a statement may\. .*$/,
    'Der Plan lässt sich nicht schnell genug durchrechnen. Planen Sie weniger Änderungen auf einmal.',
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
  const [, directory, whyNot] = /^(.+?) cannot be asked\. (.+)$/.exec(english) ?? [];
  if (directory !== undefined && whyNot !== undefined)
    return `${directory} lässt sich nicht fragen. ${germanSentence(whyNot)}`;
  for (const [pattern, german] of whole) if (pattern.test(english)) return english.replace(pattern, german);
  return english;
}
