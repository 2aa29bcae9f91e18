import type { importFileReasons as english, givenReasons as given, SentencesOf, Writer } from '@licet/contract/reasons';
import { fieldReasons } from './fields.de.ts';

const seconds = { permission: 'die Berechtigung', role: 'die Rolle' };
const signs = { comma: 'Komma', semicolon: 'Semikolon' };

/** German sentences for errors in an imported file. */
export const importFileReasons = {
  import_rejected: {
    file_lines_not_valid: ({ of, count }, say) =>
      `${linesOf(of, count, say)} der Datei ${count === 1 ? 'ist' : 'sind'} ungültig.`,
    file_lines_not_valid_beyond: ({ of, count, shown }, say) =>
      `${linesOf(of, count, say)} der Datei sind ungültig. Genannt sind die ersten ${say.count(shown)}.`,
    file_not_lines: () => 'Die Datei ist keine Liste von Zeilen.',
    file_not_json: () => 'Die Datei ist kein JSON.',
    file_not_roles: () => 'Die Datei ist JSON, aber keine Liste von Rollen.',
    file_role_too_large: () => 'Eine Rolle der Datei ist zu groß.',
  },
  too_large: {
    file_too_many_records: ({ most }, say) =>
      `Die Datei hat mehr als ${say.count(most)} Einträge. Importieren Sie sie in Teilen.`,
  },
  field: {
    import_no_tab: ({ second }) =>
      `Ein Tabulator fehlt. Schreiben Sie den Benutzer, einen Tabulator, ${seconds[second]}.`,
    import_several_tabs: ({ second }) =>
      `Hier ist mehr als ein Tabulator. Schreiben Sie den Benutzer, einen Tabulator, ${seconds[second]}.`,
    import_no_separator: ({ second }) =>
      `Tabulator, Komma oder Semikolon fehlt. Schreiben Sie den Benutzer, eines davon, ${seconds[second]}.`,
    import_other_separator: ({ sign }) =>
      `Hier ist ein Tabulator, in den Zeilen davor ein ${signs[sign]}. Schreiben Sie in jeder Zeile dasselbe.`,
    import_sign_missing: ({ sign, second }) =>
      `Ein ${signs[sign]} fehlt. Schreiben Sie den Benutzer, ein ${signs[sign]}, ${seconds[second]}.`,
    import_columns: ({ count, sign, second }, say) =>
      `Hier sind ${say.count(count)} Spalten. Schreiben Sie zwei: den Benutzer und ${seconds[second]}; ein Name mit einem ${signs[sign]} steht in Anführungszeichen.`,
    import_quote_inside: () =>
      'Ein Anführungszeichen steht mitten im Namen. Setzen Sie den ganzen Namen in Anführungszeichen, und verdoppeln Sie die inneren.',
    import_quote_open: () =>
      'Ein Anführungszeichen wird in seiner Zeile nicht geschlossen. Schließen Sie es, oder verdoppeln Sie es, wenn es zum Namen gehört.',
    import_text_after_quote: ({ sign }) =>
      `Auf ein schließendes Anführungszeichen folgt Text. Setzen Sie dort ein ${signs[sign]}.`,
    import_line_too_long: ({ most }, say) =>
      `Die Zeile ist länger als ${say.count(most)} Zeichen. Schreiben Sie weniger in eine Zeile.`,
    import_not_an_array: () => 'Das Ganze muss ein Array sein: [{"name": …, "title": …, "permissions": […]}, …].',
    import_json_malformed: () =>
      'Hier bricht das JSON ab oder ist fehlerhaft. Prüfen Sie Anführungszeichen, Kommas und Klammern davor.',
    import_role_too_long: ({ most }, say) =>
      `Die Rolle, die in dieser Zeile oder später endet, hat mehr als ${say.count(most)} Zeichen.`,
    import_not_an_object: () => 'Das ist kein Objekt. Schreiben Sie {"name": …, "permissions": […]}.',
    import_name_missing: () => 'Der Name fehlt. Schreiben Sie "name" mit einem Text.',
    import_permissions_not_a_list: () => '"permissions" ist keine Liste. Schreiben Sie ein Array von Namen.',
    import_admin_role: () =>
      'Die Rolle admin ist eingebaut und schließt jede Berechtigung ein. Nehmen Sie sie aus der Datei.',
    import_permission_not_a_text: () =>
      'Eine Berechtigung ist kein Text. Schreiben Sie ihren Namen in Anführungszeichen.',
  },
} satisfies SentencesOf<typeof english>;

function linesOf(of: 'line' | 'entry', count: number, say: Writer): string {
  if (count === 1) return of === 'line' ? 'Eine Zeile' : 'Ein Eintrag';
  return `${say.count(count)} ${of === 'line' ? 'Zeilen' : 'Einträge'}`;
}

type Named = SentencesOf<typeof given>['field'];

/** The sentences about names. Each also quotes the name from the file. */
export const givenReasons = {
  field: Object.fromEntries(
    Object.entries(fieldReasons.field).map(([name, write]) => [
      `given_${name}`,
      (values: { readonly given: string }, say: Writer) =>
        `${(write as (values: unknown, say: Writer) => string)(values, say)} Dort steht „${values.given}“.`,
    ]),
  ) as unknown as Named,
};
