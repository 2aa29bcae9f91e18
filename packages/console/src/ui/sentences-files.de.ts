type Sentence = readonly [pattern: RegExp, german: (...parts: string[]) => string];

/** What a refused import says, with the words that stand in it. */
const words: Readonly<Record<string, string>> = {
  comma: 'Komma',
  semicolon: 'Semikolon',
  permission: 'die Berechtigung',
  role: 'die Rolle',
  line: 'Zeile',
  lines: 'Zeilen',
  entry: 'Eintrag',
  entries: 'Einträge',
};
const word = (english = '') => words[english] ?? english;

const sentences: readonly Sentence[] = [
  [
    /^(One|\d+) (line|lines|entry|entries) of the file (?:is|are) not valid\.(?: The first (\d+) are named\.)?$/,
    (count, of, shown) => {
      const many = count === 'One' ? (of === 'line' ? 'Eine' : 'Ein') : count;
      const what = `${many} ${word(of)} der Datei ${count === 'One' ? 'ist' : 'sind'} ungültig.`;
      return shown ? `${what} Genannt sind die ersten ${shown}.` : what;
    },
  ],
  [
    /^There is no tab\. Write the user, one tab, the (\w+)\.$/,
    (what) => `Ein Tabulator fehlt. Schreiben Sie den Benutzer, einen Tabulator, ${word(what)}.`,
  ],
  [
    /^There is more than one tab\. Write the user, one tab, the (\w+)\.$/,
    (what) => `Hier ist mehr als ein Tabulator. Schreiben Sie den Benutzer, einen Tabulator, ${word(what)}.`,
  ],
  [
    /^There is no tab, no comma and no semicolon\. Write the user, one of them, the (\w+)\.$/,
    (what) => `Tabulator, Komma oder Semikolon fehlt. Schreiben Sie den Benutzer, eines davon, ${word(what)}.`,
  ],
  [
    /^There is a tab, and a (\w+) in the lines before\. .*$/,
    (sign) => `Hier ist ein Tabulator, in den Zeilen davor ein ${word(sign)}. Schreiben Sie in jeder Zeile dasselbe.`,
  ],
  [
    /^There is no (comma|semicolon)\. Write the user, one \w+, the (\w+)\.$/,
    (sign, what) => `Ein ${word(sign)} fehlt. Schreiben Sie den Benutzer, ein ${word(sign)}, ${word(what)}.`,
  ],
  [
    /^There are (\d+) columns\. Write two: the user and the (\w+); put a name with a (\w+) into quotes\.$/,
    (count, what, sign) =>
      `Hier sind ${count} Spalten. Schreiben Sie zwei: den Benutzer und ${word(what)}; ein Name mit einem ${word(sign)} steht in Anführungszeichen.`,
  ],
  [
    /^A quote stands inside a name\. .*$/,
    () =>
      'Ein Anführungszeichen steht mitten im Namen. Setzen Sie den ganzen Namen in Anführungszeichen, und verdoppeln Sie die inneren.',
  ],
  [
    /^A quote is not closed on its line\. .*$/,
    () =>
      'Ein Anführungszeichen wird in seiner Zeile nicht geschlossen. Schließen Sie es, oder verdoppeln Sie es, wenn es zum Namen gehört.',
  ],
  [
    /^Text follows a closing quote\. Put a (\w+) there\.$/,
    (sign) => `Auf ein schließendes Anführungszeichen folgt Text. Setzen Sie dort ein ${word(sign)}.`,
  ],
  [
    /^The line is longer than (\S+) characters\. .*$/,
    (most) => `Die Zeile ist länger als ${most} Zeichen. Schreiben Sie weniger in eine Zeile.`,
  ],
  [/^The file is no list of lines\.$/, () => 'Die Datei ist keine Liste von Zeilen.'],
  [/^The file is not JSON\.$/, () => 'Die Datei ist kein JSON.'],
  [/^The file is JSON, but not a list of roles\.$/, () => 'Die Datei ist JSON, aber keine Liste von Rollen.'],
  [/^A role of the file is too large\.$/, () => 'Eine Rolle der Datei ist zu groß.'],
  [/^The whole must be an array: (.+)$/, (shape) => `Das Ganze muss ein Array sein: ${shape}`],
  [
    /^The JSON breaks off or is malformed here \(line (\d+)\)\. .*$/,
    (line) =>
      `Hier bricht das JSON ab oder ist fehlerhaft (Zeile ${line}). Prüfen Sie Anführungszeichen, Kommas und Klammern davor.`,
  ],
  [
    /^The role that ends at line (\d+) or later has more than (\S+) characters\.$/,
    (line, most) => `Die Rolle, die in Zeile ${line} oder später endet, hat mehr als ${most} Zeichen.`,
  ],
  [/^This is not an object\. Write (.+)\.$/, (shape) => `Das ist kein Objekt. Schreiben Sie ${shape}.`],
  [/^The title is not valid\.$/, () => 'Der Titel ist ungültig.'],
  [/^The name is missing\. Add "name" with a text\.$/, () => 'Der Name fehlt. Schreiben Sie "name" mit einem Text.'],
  [/^"permissions" is not a list\. .*$/, () => '"permissions" ist keine Liste. Schreiben Sie ein Array von Namen.'],
  [
    /^The role admin is built in .*$/,
    () => 'Die Rolle admin ist eingebaut und schließt jede Berechtigung ein. Nehmen Sie sie aus der Datei.',
  ],
  [
    /^A permission is not a text\. .*$/,
    () => 'Eine Berechtigung ist kein Text. Schreiben Sie ihren Namen in Anführungszeichen.',
  ],
  [
    /^Access to Licet itself is not imported\. .*$/,
    () => 'Zugriff auf Licet selbst wird nicht importiert. Geben Sie seine Rollen einzeln.',
  ],
  [/^You may not give access in (.+)\.$/, (application) => `In ${application} dürfen Sie keinen Zugriff geben.`],
  [
    /^The file fills roles that (.+) has already, .*$/,
    (application) => `Die Datei füllt Rollen, die ${application} schon hat, und dort dürfen Sie keinen Zugriff geben.`,
  ],
  [
    /^The file names one user who does not exist, .*$/,
    () => 'Die Datei nennt einen Benutzer, den es nicht gibt, und Sie dürfen keine Benutzer anlegen.',
  ],
  [
    /^The file names (\d+) users who do not exist, .*$/,
    (count) => `Die Datei nennt ${count} Benutzer, die es nicht gibt, und Sie dürfen keine Benutzer anlegen.`,
  ],
];

/** A sentence about a file that was not imported, in German; undefined when it is none. `inner` is for a sentence within it. */
export function germanOfFiles(english: string, inner: (english: string) => string): string | undefined {
  const role = /^Role (\d+): (.+)$/.exec(english);
  if (role) return `Rolle ${role[1]}: ${inner(role[2] ?? '')}`;
  const named = /^(.+\.) It is “(.+)”\.$/.exec(english);
  if (named) return `${inner(named[1] ?? '')} Dort steht „${named[2]}“.`;
  for (const [pattern, german] of sentences) {
    const found = pattern.exec(english);
    if (found) return german(...found.slice(1));
  }
  return undefined;
}
