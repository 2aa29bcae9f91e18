import { formatList, formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  title: 'Eingang',
  views: { waiting: 'Zu tun', mine: 'Meine Anträge', decided: 'Erledigt' },
  ask: 'Zugriff beantragen',
  askFirst: 'Zugriff beantragen',
  lapses: 'Ein Antrag, über den niemand entscheidet, verfällt nach 14 Tagen und bleibt aufbewahrt.',
  lists: {
    mine: 'Meine Anträge, neueste zuerst',
    decided: 'Entschiedene Anträge, neueste zuerst',
  },
  empty: {
    mine: {
      title: 'Sie haben noch nichts beantragt',
      text: 'Beantragen Sie eine Rolle oder eine Berechtigung, mit Grund und Dauer. Die Eigentümer der Anwendung entscheiden.',
    },
    decided: {
      title: 'Noch ist nichts entschieden',
      text: 'Anträge, die genehmigt, abgelehnt oder zurückgezogen wurden, bleiben hier, mit wer entschied und warum.',
    },
  },
  back: 'Zurück zur Liste',
  place: (place, all) => `${place} von ${all}`,
  forLong: (length) => `für ${length}`,
  untilWhen: (when) => `bis ${when}`,
  inApplication: (name) => `in ${name}`,
  inHead: (name) => `In ${name}`,
  you: 'Sie',
  ask1: 'beantragen',
  asks: 'beantragt',
  hasAsked: 'beantragte',
  asked: 'Beantragt',
  from: (place) => `, von: ${place}`,
  fromPlain: (place) => `, von ${place}`,
  lapsesAt: 'Verfällt',

  howLong: 'Wie lange',
  until: 'Bis …',
  untilField: 'Bis',
  askedLength: (length) => `${length} (beantragt)`,
  lessLong: (asked) => `Kürzer als beantragt (${asked}).`,
  clock: (until) => `Bis ${until}, wenn Sie jetzt genehmigen.`,
  untilPast: 'Wählen Sie eine Zeit, die noch kommt, um mindestens eine Minute.',
  untilMore: (length) => `Das ist länger als die beantragten ${length}.`,
  gives: 'Gibt',
  everythingAsked: 'Wie beantragt.',
  lessThanAsked: (asked) => `Weniger als ${asked}, was beantragt wurde.`,
  nothingLess: 'Wie beantragt; nichts Kleineres bringt es.',

  changes: 'Was die Genehmigung ändert',
  changesCount: 'Eine Person gewinnt, niemand verliert',
  gains: 'Neuer Zugriff:',
  gainsNothing: 'Es kommt nichts hinzu, was nicht schon da war',
  gainsNothingText: (name) => `${name} darf das alles schon auf einem anderen Weg; dieser Weg würde von selbst enden.`,
  ends: 'endet',
  stays: (permissions, application) =>
    permissions === 0
      ? `Sonst ist in ${application} nichts erlaubt, vorher wie nachher`
      : `Alles andere bleibt: ${plural(permissions, { one: '1 Berechtigung', other: `${formatNumber(permissions)} Berechtigungen` })} in ${application}`,
  withRoles: (names) => `mit ${names.length === 1 ? 'der Rolle' : 'den Rollen'} ${formatList(names)}`,
  signsInAs: (name, username) => `${name} meldet sich als ${username} an.`,
  everything: (application) => `Jede Berechtigung von ${application}, auch später angelegte.`,
  everythingText: 'Sie kommt mit der Rolle admin.',
  more: (count) => `und ${formatNumber(count)} weitere`,
  note: (name) => `Anmerkung an ${name}`,
  notePlaceholder: 'Steht dort, wo es beantragt wurde, neben dem Knopf',
  deny: 'Ablehnen …',
  notLoaded: 'Was sich ändert, ist noch nicht bekannt.',
  mayNot: {
    own_request: 'Niemand entscheidet über den eigenen Antrag. Das tun andere Eigentümer oder die Administration.',
    not_a_decider: 'Darüber entscheiden andere: Sie sehen, wer an der Reihe ist.',
    not_your_step: 'Sie sind nicht an der Reihe: Diesen Schritt genehmigen andere.',
    voted_already: 'Sie haben schon genehmigt, oder jemand an Ihrer Stelle. Was noch fehlt, genehmigen andere.',
    closed: 'Darüber ist schon entschieden.',
  },
  approve: 'Genehmigen',
  approved: (length, who, may, until) => `Genehmigt ${length}. ${who} ${may}, bis ${until}.`,
  denyTitle: (name) => `Den Antrag von ${name} ablehnen?`,
  denyText: (name) => `Nichts ändert sich. ${name} liest den Grund und darf es wieder beantragen.`,
  denyReason: 'Grund',
  denyAction: 'Antrag ablehnen',
  denied: (name) => `Abgelehnt. ${name} liest, warum.`,
  cancel: 'Abbrechen',
  meanwhile: 'Jemand war schneller.',
  meanwhileText: 'Von Ihnen wurde nichts gesendet. Das ist aus dem Antrag geworden:',
  withdraw: 'Zurückziehen …',
  withdrawTitle: 'Ihren Antrag zurückziehen?',
  withdrawText:
    'Dann muss niemand mehr darüber entscheiden. Er bleibt in der Liste, und Sie dürfen es wieder beantragen.',
  withdrawAction: 'Antrag zurückziehen',
  withdrawn: 'Ihr Antrag ist zurückgezogen.',
  waits: 'Er wartet auf eine Entscheidung.',
  requestOf: (name) => `Antrag von ${name}`,
};

/** Texts of the outcome. */
export const outcomeWords: typeof English.outcomeWords = {
  title: 'Was daraus wurde',
  left: (name, by) => `Beendet, weil ${name} gesperrt oder gelöscht wurde, ${by}.`,
  deleted: (by) => `Beendet, weil das Beantragte gelöscht wurde, ${by}.`,
  lapsed: 'Vierzehn Tage lang hat niemand darüber entschieden.',
  operator: 'Der Betreiber',
  given: 'Gegeben',
  length: 'Für',
  wasAsked: 'wurde beantragt',
  ends: 'Endet',
  ended: 'Endete',
  takenAway: 'Inzwischen entzogen',
  note: 'Anmerkung',
  reason: 'Grund',
  grant: 'Die Freigabe',
  explain: (name) => `Was ${name} damals durfte`,
};

/** Texts of the steps of an approval. */
export const stepWords: typeof English.stepWords = {
  step: (place, all) => (all === 1 ? 'Genehmigung' : `Schritt ${place} von ${all}`),
  approvedBy: (name) => `Genehmigt von ${name}`,
  approvedFor: (name, whose) => `Genehmigt von ${name} an Stelle von ${whose}`,
  decide: (names) => `Es braucht die Genehmigung von ${names}.`,
  decideAll: (names, count) => `Es braucht ${count} Genehmigungen, von ${names}.`,
  otherApprovers: (count) => (count === 1 ? 'eine weitere Person' : `${count} weitere`),
  mayAlone: 'Sie können entscheiden.',
  mayToo: (names) => `Sie können entscheiden; zuständig: ${names}.`,
  mayWith: (names) => `Sie oder ${names} können entscheiden.`,
  asAdministrator: (names) => `Sie dürfen als Administrator entscheiden; zuständig: ${names}.`,
  asOwnersAdministrator: (names) => `Sie dürfen als Administrator entscheiden; Eigentümer: ${names}.`,
  nobody: 'Niemand, der genehmigen darf, ist übrig: Es braucht andere Eigentümer oder die Administration.',
  administrator: 'der Administration',
  others: (count) => (count === 1 ? 'jemand anderem' : `${count} anderen`),
  usually: (length) => `Die Hälfte der Anträge hier ist innerhalb von ${length} entschieden.`,
  proposed: (name) => `${name} beantragt es für die Person.`,
  inPlace: (name) => `Sie entscheiden an Stelle von ${name}.`,
  votes: 'Genehmigt von',
  voteOf: (name, step) => `${name} (Schritt ${step})`,
  voteFor: (name, whose, step) => `${name} für ${whose} (Schritt ${step})`,
  stepApproved: (next) => `Genehmigt. ${next}`,
  stillNeeded: (count) =>
    count === 1
      ? 'Es braucht noch eine Genehmigung, bevor es gegeben wird.'
      : `Es braucht noch ${count} Genehmigungen, bevor es gegeben wird.`,
};

export const evidenceWords: typeof English.evidenceWords = {
  never: (name, since) => `${name} hatte das seit dem ${since} nicht.`,
  has: (name, since) => `${name} hat das seit dem ${since}.`,
  once: (name, from, to) => `${name} hatte das vom ${from} bis zum ${to}.`,
  often: (name, times, from, to) =>
    `${name} hatte das in den letzten 12 Monaten ${formatNumber(times)}-mal, zuletzt vom ${from} bis zum ${to}.`,
};

/** Texts of comments, and of undoing an approval. */
export const besideWords: typeof English.besideWords = {
  comments: 'Kommentare',
  comment: 'Kommentar',
  write: 'Kommentieren …',
  commentHint: 'Wer beantragt hat und wer entscheidet, liest ihn.',
  commentEmpty: 'Schreiben Sie erst etwas.',
  say: 'Kommentieren',
  undo: 'Genehmigung zurücknehmen',
  undoShort: 'Rückgängig machen',
  undoUntil: 'Die Frist endet',
  undone: (name) => `Die Genehmigung ist zurückgenommen: ${name} hat es nicht mehr.`,
  takenBack: 'Zurückgenommen',
};

/** Texts of the catalogue. */
export const catalogueWords: typeof English.catalogueWords = {
  tab: 'Was Sie beantragen können',
  list: 'Rollen, die ich beantragen kann',
  search: 'Rolle oder Anwendung',
  none: 'Es gibt nichts zu beantragen',
  noneText: 'Sie haben jede Rolle, die man in Ihren Anwendungen beantragen kann, oder haben sie beantragt.',
  notFound: 'Nichts gefunden',
  notFoundText: 'Suchen Sie nach einem anderen Wort, oder beantragen Sie eine Berechtigung bei ihrem Namen.',
  atMost: (length) => `höchstens ${length}`,
  decides: (names, approvals) =>
    approvals === 1 ? `Es entscheidet ${names}.` : `${approvals} Genehmigungen; zuerst entscheidet ${names}.`,
  others: (count) => (count === 1 ? 'jemand anders' : `${count} andere`),
  nobody: 'Niemand sonst kann entscheiden: Nötig ist ein weiterer Eigentümer oder Administrator.',
  usually: (length) => `Die Hälfte ist innerhalb von ${length} entschieden.`,
};

/** Texts of the form for a new request. */
export const askWords: typeof English.askWords = {
  title: 'Zugriff beantragen',
  lead: 'Die Eigentümer der Anwendung entscheiden. Die Zeit beginnt, wenn sie genehmigen.',
  application: 'Anwendung',
  what: 'Rolle oder Berechtigung',
  whatFirst: 'Wählen Sie zuerst die Anwendung.',
  whatHint: 'Beantragen Sie das Geringste, was für die Arbeit genügt.',
  length: 'Wie lange',
  until: 'Bis …',
  untilField: 'Bis',
  lengthHint: (length) => `Ab der Genehmigung gezählt: ${length}.`,
  reason: 'Warum',
  reasonHint: 'Wer entscheidet, liest es.',
  reasonPlaceholder: 'Was Sie tun müssen, für wen und bis wann',
  send: 'Zugriff beantragen',
  cancel: 'Abbrechen',
  asked: 'Ihr Antrag ist gesendet. Er wartet auf eine Entscheidung.',
  held: 'Sie dürfen das schon: Es muss nichts beantragt werden.',
  decides: (names) => `${names} entscheidet.`,
  decide: (names) => `${names} entscheiden.`,
  nobody: 'Niemand sonst kann entscheiden: Nötig ist ein weiterer Eigentümer oder Administrator.',
  others: (count) => plural(count, { one: 'eine weitere Person', other: `${count} weitere` }),
  chooseApplication: 'Wählen Sie eine Anwendung.',
  chooseWhat: 'Wählen Sie eine Rolle oder eine Berechtigung.',
};

/** Texts for deciding several requests together. */
export const togetherWords: typeof English.togetherWords = {
  pick: (name) => `Antrag von ${name} auswählen`,
  pickAll: 'Alle auswählen',
  picked: (count, all) => `${formatNumber(count)} von ${formatNumber(all)} ausgewählt`,
  open: 'Zusammen entscheiden',
  title: (count) => (count === 1 ? 'Ein Antrag ist ausgewählt' : `${formatNumber(count)} Anträge zusammen`),
  titleNone: 'Nicht entschieden',
  leadNone: 'Diese warteten nicht mehr, als Sie entschieden. An sie ging von Ihnen nichts.',
  seen: 'Fertig',
  lead: 'Jeder wird so genehmigt, wie er gestellt ist. Was abgelehnt wird, hält die anderen nicht auf und bleibt ausgewählt.',
  list: 'Die ausgewählten Anträge',
  drop: (name) => `Antrag von ${name} weglassen`,
  wasRefused: (why) => `Nicht entschieden: ${why}`,
  wouldBeRefused: (why) => `Kann jetzt nicht genehmigt werden: ${why}`,
  changes: 'Was die Genehmigung von allen ändert',
  note: 'Anmerkung an alle',
  noteHint: 'Alle lesen sie bei der Entscheidung.',
  notKnown: 'Was sie ändern, ist noch nicht bekannt.',
  noneToApprove: 'Keiner von ihnen kann jetzt genehmigt werden: Bei jedem steht, warum.',
  approve: (count) => (count === 1 ? 'Genehmigen' : `${formatNumber(count)} genehmigen`),
  deny: (count) => (count === 1 ? 'Ablehnen …' : `${formatNumber(count)} ablehnen …`),
  none: 'Auswahl aufheben',
  denyTitle: (count) => (count === 1 ? 'Den Antrag ablehnen?' : `${formatNumber(count)} Anträge ablehnen?`),
  denyText: (names) => `Nichts ändert sich. Den Grund lesen ${names}; sie dürfen es wieder beantragen.`,
  denyAction: (count) => (count === 1 ? 'Antrag ablehnen' : `${formatNumber(count)} Anträge ablehnen`),
  others: (count) => `${formatNumber(count)} weitere`,
  done: {
    approve: (count) => (count === 1 ? 'Ein Antrag ist genehmigt.' : `${formatNumber(count)} Anträge sind genehmigt.`),
    deny: (count) => (count === 1 ? 'Ein Antrag ist abgelehnt.' : `${formatNumber(count)} Anträge sind abgelehnt.`),
  },

  undone: (count) =>
    count === 1 ? 'Die Genehmigung ist zurückgenommen.' : `${formatNumber(count)} Genehmigungen sind zurückgenommen.`,
};
