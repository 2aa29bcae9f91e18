import { formatList, formatNumber, plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

const permissions = (count: number) =>
  plural(count, { one: '1 Berechtigung', other: `${formatNumber(count)} Berechtigungen` });
const people = (count: number) => plural(count, { one: '1 Person', other: `${formatNumber(count)} Personen` });
const programs = (count: number) => plural(count, { one: '1 Programm', other: `${formatNumber(count)} Programme` });

export const words: typeof English.words = {
  role: 'Rolle',
  newRole: 'Neue Rolle',
  name: 'Name',
  title: 'Titel',
  permissions: 'Berechtigungen',
  includes: 'Schließt ein',
  heldBy: 'Wer sie hat',
  none: '–',
  all: 'alle',
  search: 'Rolle oder Berechtigung',
  fewest: 'Weniger Rollen vorschlagen',
  searchNote: 'Rollen nach dem Namen oder nach dem, was sie bringen',
  table: (application) => `Rollen von ${application}`,
  noneFits: (q) => `Keine Rolle heißt „${q}“ oder bringt es`,
  noneFitsText: 'Suchen Sie nach weniger Buchstaben einer Rolle oder einer Berechtigung.',
  empty: 'Bisher nur admin',
  emptyText:
    'Eine Rolle ist eine benannte Menge von Berechtigungen. Legen Sie eine für jede Art von Arbeit an, und geben Sie sie Personen oder Gruppen.',
  andMore: (count) => `und ${count}`,
  overlap: 'Überschneidung',
  allIn: 'Ganz in {role}',
  alsoIn: (shared, own) => `${formatNumber(shared)} von ${formatNumber(own)} auch in {role}`,
  used: (days) => `Inhaber mit Nutzung, ${formatNumber(days)} Tage`,
  usedUnit: (days) => `der Inhaber, in ${formatNumber(days)} Tagen`,
  notMeasured: 'Nicht gemessen',
  compare: 'Vergleichen',
  compareTwo: 'Zwei Rollen vergleichen …',
  alsoPrograms: (count) => `und ${programs(count)}`,
  unit: (holders) => plural(holders, { one: 'Person', other: 'Personen' }),
};

export const roleWords: typeof English.roleWords = {
  edit: 'Rolle ändern',
  delete: 'Rolle löschen …',
  grant: 'Diese Rolle freigeben',
  admin: 'admin erlaubt alles, nach der Regel.',
  adminText: (application) =>
    `Wer sie hat, darf alles, wonach ${application} fragt, auch was noch nicht im Katalog steht. Sie kann nicht geändert oder gelöscht werden; geben Sie sie selten, und mit einem Ende.`,
  brings: 'Bringt',
  permissions,
  bringsNothing: 'Noch nichts. Ändern Sie die Rolle, um ihr Berechtigungen zu geben oder andere Rollen einzuschließen.',
  own: 'Eigene',
  byIncluding: 'Durch Einschließen von {roles}',
  more: 'Mehr zeigen',
  shown: (shown, all) => `${shown} von ${all}`,
  people,
  heldBy: (held) =>
    held.programs === 0 ? people(held.holders) : `${people(held.holders)}, ${programs(held.programs)}`,
  allGrants: 'Alle',
  nobody: 'Niemand hat sie.',
  notItself: 'Niemandem selbst freigegeben; sie kommt mit Rollen, die sie einschließen.',
};

export const formWords: typeof English.formWords = {
  make: 'Rolle anlegen',
  made: (name) => `Die Rolle ${name} ist angelegt.`,
  editTitle: (name) => `${name} ändern`,
  save: 'Rolle speichern',
  saved: (name) => `Die Rolle ${name} ist gespeichert.`,
  theRole: (name) => `die Rolle ${name}`,
  nameHint: 'Ein kurzer Name, etwa approver. Ihr Code prüft Berechtigungen, nicht Rollen.',
  titleHint: 'Wofür sie da ist: „Genehmigt und erstattet“.',
  includesPlaceholder: 'Rolle hinzufügen',
  includesHint: 'Sie bringt alles, was diese Rollen bringen, jetzt und später.',
  ownPermissions: (count) =>
    plural(count, { one: '1 eigene Berechtigung', other: `${formatNumber(count)} eigene Berechtigungen` }),
};

export const checklistWords: typeof English.checklistWords = {
  find: 'Berechtigungen suchen',
  which: 'Welche gezeigt werden',
  all: 'Alle',
  ticked: 'Angekreuzt',
  count: (count) => `${formatNumber(count)} angekreuzt`,
  untickAll: 'Alle abwählen',
  tickAll: 'Alle ankreuzen',
  tickThese: (count) => `Diese ${count} ankreuzen`,
  nothingTicked: 'Noch ist nichts angekreuzt.',
  noneOfTicked: 'Keine der angekreuzten passt.',
  loading: 'Der Katalog wird geladen',
  emptyCatalogue: 'Der Katalog ist leer. Fügen Sie zuerst Berechtigungen hinzu.',
  noneFits: (q) => `Keine Berechtigung enthält „${q}“.`,
};

export const deleteWords: typeof English.deleteWords = {
  title: (role) => `Die Rolle ${role} löschen?`,
  action: 'Rolle löschen',
  text: 'Sie endet sofort für alle. Ihr Name kann wieder verwendet werden.',
  done: (role) => `Die Rolle ${role} ist gelöscht.`,
  grants: (count, total) => plural(total, { one: '1 Freigabe davon endet', other: `${count} Freigaben davon enden` }),
  including: (count) =>
    plural(count, {
      one: '1 Rolle schließt sie nicht mehr ein',
      other: `${formatNumber(count)} Rollen schließen sie nicht mehr ein`,
    }),
};

export const policyWords: typeof English.policyWords = {
  title: 'Wie sie vergeben wird',
  change: 'Ändern',
  editTitle: (role) => `Wie ${role} vergeben wird`,
  of: (role) => `wie ${role} vergeben wird`,
  lead: 'Es gilt für alles, was ab jetzt vergeben wird. Was schon vergeben ist, bleibt.',
  save: 'Speichern',
  saved: (role) => `Wie ${role} vergeben wird, ist gespeichert.`,
  labels: {
    longestSeconds: 'Höchstens für',
    reasonNeeded: 'Begründung',
    requestable: 'Beantragen',
    approval: 'Wer über Anträge entscheidet',
    secondApprover: 'Von Hand vergeben',
    breakGlass: 'Im Notfall',
  },
  noLimit: 'Ohne Grenze',
  longestHint: 'Das gilt für Freigaben von Hand, für Anträge und für Importe.',
  needed: 'Nötig',
  notNeeded: 'Nicht nötig',
  reasonBox: 'Eine Freigabe von Hand braucht eine Begründung',
  mayAsk: 'Man darf sie beantragen',
  mayNotAsk: 'Niemand darf sie beantragen',
  requestableBox: 'Man darf sie beantragen',
  one: 'Von allen, die Freigaben erteilen dürfen',
  two: 'Zwei müssen zustimmen',
  secondBox: 'Niemand vergibt sie allein',
  secondHint: 'Wer sie vergeben möchte, schlägt es vor, und jemand anders genehmigt es.',
  owners: (count) => (count === 1 ? 'ein Eigentümer' : `${count} Eigentümer`),
  named: (count, names) => (count === 1 ? `eine Stimme aus ${names}` : `${count} Stimmen aus ${names}`),
  nextStep: 'dann',
  step: (place) => `Schritt ${place}`,
  addStep: 'Schritt hinzufügen',
  removeStep: (place) => `Schritt ${place} entfernen`,
  whoDecides: 'Wer entscheidet',
  byOwners: 'Die Eigentümer',
  byNamed: 'Personen und Gruppen',
  approvers: (place) => `Wer in Schritt ${place} genehmigt`,
  findPeople: 'Person oder Gruppe suchen',
  howMany: 'Wie viele genehmigen müssen',
  ofThem: (count) => (count === 1 ? 'eine Person davon' : `${count} davon`),
  nobody: 'Niemand übernimmt sie sofort',
  nobodyLeft: 'niemand mehr',
  emergency: (names, length) => `Sofort übernehmen dürfen sie: ${names}, für ${length}`,
  emergencyBox: 'Einige dürfen sie sofort übernehmen',
  emergencyHint:
    'Ohne Rückfrage, mit Begründung und nach erneuter Anmeldung. Die Eigentümer sehen es sofort, und jemand anders prüft es.',
  whoTakes: 'Wer sie übernehmen darf',
  howLong: 'Für wie lange',
};

export const treeWords: typeof English.treeWords = {
  label: 'Berechtigungen',
  count: (ticked, all) => `${ticked} von ${all}`,
  from: (roles) => `aus ${roles}`,
  added: 'neu',
  removed: 'entfernt',
  never: 'Nie',
  used: (used, holders) => `genutzt von ${formatNumber(used)} von ${formatNumber(holders)}`,
};

export const pasteWords: typeof English.pasteWords = {
  open: 'Einfügen …',
  title: 'Berechtigungen einfügen',
  label: 'Namen von Berechtigungen',
  hint: 'Je eine pro Zeile oder durch Kommas getrennt. „invoices.*“ steht für alle, die mit „invoices.“ beginnen.',
  known: (found, fresh) =>
    found === fresh
      ? `${permissions(found)} gefunden.`
      : `${permissions(found)} gefunden, davon ${formatNumber(found - fresh)} schon in der Rolle.`,
  unknown: (count) =>
    plural(count, {
      one: '1 Name steht nicht im Katalog:',
      other: `${formatNumber(count)} Namen stehen nicht im Katalog:`,
    }),
  more: (count) => `und ${formatNumber(count)} weitere`,
  add: (count) => (count === 0 ? 'Berechtigungen aufnehmen' : `${permissions(count)} aufnehmen`),
  nothing: 'Noch ist keine neue Berechtigung genannt.',
  cancel: 'Abbrechen',
};

export const pageWords: typeof English.pageWords = {
  roles: 'Rollen',
  open: 'Rolle öffnen',
  more: 'Mehr',
  compare: 'Vergleichen …',
  details: 'Name und eingeschlossene Rollen',
  policy: 'Regeln der Rolle',
  search: (count) => `${permissions(count)} durchsuchen`,
  which: 'Was gezeigt wird',
  all: 'Alle',
  inRole: 'In der Rolle',
  unused: 'Ungenutzt',
  permission: 'Berechtigung',
  usedBy: (holders) => `Genutzt, von ${formatNumber(holders)}`,
  from: 'Woher',
  empty: 'Der Katalog ist leer. Legen Sie zuerst Berechtigungen an.',
  noneFits: 'Keine Berechtigung passt dazu.',
  use: 'Nutzung',
  days: (days) => `${formatNumber(days)} Tage`,
  usedOf: (used, holders, role, days) =>
    plural(holders, {
      one: `Die einzige Person mit ${role} hat die Rolle in den letzten ${formatNumber(days)} Tagen ${used === 1 ? 'genutzt' : 'nicht genutzt'}.`,
      other: `${formatNumber(used)} von ${formatNumber(holders)} Personen haben ${role} in den letzten ${formatNumber(days)} Tagen genutzt.`,
    }),
  notMeasured: (application, days) =>
    `Unbekannt: ${application} meldet die Nutzung noch keine ${formatNumber(days)} Tage lang.`,
  nobody: 'Niemand hat sie.',
  overlap: 'Überschneidung',
  noOverlap: 'Keine andere Rolle hat Berechtigungen dieser Rolle.',
  inBoth: (shared) => `${formatNumber(shared)} in beiden`,
  includedIn: (role) => `eingeschlossen in ${role}`,
  includes: (role) => `schließt ${role} ein`,
  onlyIn: (count, role) => `${formatNumber(count)} nur in ${role}`,
  compareWith: (role) => `Mit ${role} vergleichen`,
  compareLink: 'Vergleichen',
  only: (role) => `Nur ${role}`,
  both: 'In beiden',
  other: 'Nur die andere',
  notUsed: 'Nicht gemessen',
};

export const barWords: typeof English.barWords = {
  region: 'Nicht gespeicherte Änderungen',
  sums: (added, removed) =>
    `${formatList([...(added > 0 ? [`${permissions(added)} mehr`] : []), ...(removed > 0 ? [`${permissions(removed)} weniger`] : [])])}.`,
  asking: 'Die Folgen werden berechnet',
  effects: 'Folgen zeigen',
  hide: 'Folgen verbergen',
  discard: 'Verwerfen',
  apply: 'Anwenden',
  applyTo: (count) => `Auf ${people(count)} anwenden`,
};

export const compareWords: typeof English.compareWords = {
  two: 'Zwei Rollen vergleichen',
  first: 'Rolle',
  second: 'Vergleichen mit der Rolle',
  chooseTwo: 'Wählen Sie zwei Rollen.',
  compare: 'Vergleichen',
  cancel: 'Abbrechen',
  title: (one, other) => `${one} und ${other} im Vergleich`,
  choose: 'Vergleichen mit',
  placeholder: 'Eine andere Rolle',
  close: 'Vergleich beenden',
  swap: 'Tauschen',
  missing: 'Die andere Rolle gibt es nicht mehr.',
  same: 'Beide Rollen haben dieselben Berechtigungen.',
  holders: 'Personen',
  used: 'Nutzung',
  onlyIn: 'Nur in {role}',
  both: 'In beiden',
  through: (roles) => `durch ${roles}`,
  more: 'Mehr zeigen',
  shown: (shown, all) => `${shown} von ${all}`,
  none: 'Keine',
  instead: 'Mit {other} statt {role}: {change}.',
  change: (more, fewer) =>
    more + fewer === 0
      ? 'dieselben Berechtigungen'
      : formatList([
          ...(more > 0 ? [`${permissions(more)} mehr`] : []),
          ...(fewer > 0 ? [`${permissions(fewer)} weniger`] : []),
        ]),
  merge: (role, other) => `${role} durch ${other} ersetzen …`,
  fewest: 'Weniger Rollen vorschlagen',
};

export const mergeWords: typeof English.mergeWords = {
  title: (role, other) => `${role} durch ${other} ersetzen?`,
  text: (role, other) =>
    `Jede Freigabe von ${role} wird zu einer von ${other} mit demselben Ende. Rollen, die ${role} einschließen, schließen stattdessen ${other} ein. Danach wird ${role} gelöscht.`,
  action: 'Rolle ersetzen',
  done: (role, other) => `${other} ersetzt die Rolle ${role}.`,
  undone: (role) => `Die Rolle ${role} ist wieder da.`,
  reason: (role, other) => `${other} ersetzt ${role}`,
  waits: 'Warten Sie, bis die Folgen bekannt sind.',
};
