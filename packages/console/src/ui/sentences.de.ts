const whole: readonly (readonly [RegExp, string])[] = [
  [
    /^That is not a domain in lower case\..*$/,
    'Das ist keine Domain in Kleinbuchstaben. Sie sieht aus wie example.org.',
  ],
  [/^Licet does not answer\.$/, 'Licet antwortet nicht.'],
  [/^The request did not reach the server\.$/, 'Die Anfrage hat den Server nicht erreicht.'],
];

/** What the contract and the server say in English of single entries, in German; what is not known here stays as it is. */
export function germanSentence(english: string): string {
  for (const [pattern, german] of whole) if (pattern.test(english)) return english.replace(pattern, german);
  return english;
}
