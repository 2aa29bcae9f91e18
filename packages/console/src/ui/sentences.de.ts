import { ofChanges } from './sentences-changes.de.ts';

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
  ...ofChanges,
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
    /^The change set has more than \S+ changes, and (\d+)[,.]?(\d*) changes are planned .*$/,
    'Dieser Satz hat mehr als $1$2 Änderungen, und so viele werden höchstens auf einmal geplant. Nehmen Sie eine nach der anderen zurück.',
  ],
  [
    /^These changes touched (\d+) MB of history, and .*$/,
    'Das Zurücknehmen ist zu groß: Was es ändert, hat $1 MB Geschichte. Nehmen Sie eine Änderung nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.',
  ],
  [
    /^(?:These changes touched|It takes) (\d+)[,.]?(\d*)[,.]?(\d*) .*, and (\d+)[,.]?(\d*) changes are planned .*$/,
    'Das Zurücknehmen ist zu groß ($1$2$3): Höchstens $4$5 Änderungen werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.',
  ],
  [/^Licet does not answer\.$/, 'Licet antwortet nicht.'],
  [/^The request did not reach the server\.$/, 'Die Anfrage hat den Server nicht erreicht.'],
];

/** What the contract and the server say in English of single entries, in German; what is not known here stays as it is. */
export function germanSentence(english: string): string {
  for (const [pattern, german] of whole) if (pattern.test(english)) return english.replace(pattern, german);
  return english;
}
