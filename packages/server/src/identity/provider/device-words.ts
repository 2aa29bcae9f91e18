import type { PageText, PageWords } from '../steps/page-words.ts';

/** Why an entered code was not accepted. */
export type DeviceFault =
  | 'NotFoundError'
  | 'ExpiredError'
  | 'AlreadyUsedError'
  | 'NoCodeError'
  | 'TooManyUserCodes'
  | 'other';

/** The texts of the pages for device authorisation. */
export interface DeviceWords {
  readonly enter: PageText;
  /** Asks for the code again: the browser sent no cookies, or its page has expired. */
  readonly again: PageText;
  readonly code: string;
  readonly go: string;
  readonly confirm: (program: string) => PageText;
  readonly confirmed: string;
  readonly cancel: string;
  readonly program: string;
  readonly may: string;
  readonly inLicet: string;
  readonly inApplication: (application: string) => string;
  readonly from: string;
  readonly fromHere: (address: string) => string;
  readonly software: string;
  readonly when: string;
  readonly minutesAgo: (minutes: number) => string;
  readonly elsewhere: PageText;
  readonly done: (program: string) => PageText;
  readonly refused: PageText;
  readonly faults: Readonly<Record<DeviceFault, PageText>>;
}

const english: DeviceWords = {
  enter: {
    title: 'Sign in to a program',
    next: 'Enter the code that the program shows. Never enter a code that somebody sent you: the sender could act as you.',
  },
  again: {
    title: 'Enter the code again.',
    next: 'The page was open for too long, or your browser blocks cookies. Allow cookies for this site.',
  },
  code: 'Code',
  go: 'Continue',
  confirm: (program) => ({
    title: `Sign in to ${program}?`,
    next: 'The program will act for you. Continue only if you have just started this yourself and the program shows this code:',
  }),
  confirmed: 'Sign in',
  cancel: 'Cancel',
  program: 'Program',
  may: 'Access',
  inLicet: 'In Licet, everything that you may do, until you sign out',
  inApplication: (application) => `In ${application}, everything that you may do, until you sign out`,
  from: 'Requested from',
  fromHere: (address) => `${address}, the same address as yours`,
  software: 'Software',
  when: 'Requested',
  minutesAgo: (minutes) => (minutes < 1 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`),
  elsewhere: {
    title: 'The request came from a different address than yours.',
    next: 'This is normal if the program runs on another machine. If you did not start it there, cancel.',
  },
  done: (program) => ({
    title: 'You are signed in.',
    next: `${program} continues by itself. You can close this page.`,
  }),
  refused: { title: 'The program was not signed in.', next: 'The program has been notified. You can close this page.' },
  faults: {
    NotFoundError: {
      title: 'This code does not exist.',
      next: 'Compare it with the code that the program shows, or start again there.',
    },
    ExpiredError: { title: 'The code has expired.', next: 'Start again in the program to get a new code.' },
    AlreadyUsedError: {
      title: 'The code has already been used.',
      next: 'Start again in the program to get a new code.',
    },
    NoCodeError: { title: 'A code is missing.', next: 'Enter the code that the program shows.' },
    TooManyUserCodes: {
      title: 'Too many codes were entered from your network address.',
      next: 'Wait a few minutes, then enter the code that the program shows.',
    },
    other: { title: 'That did not work.', next: 'Start again in the program to get a new code.' },
  },
};

const german: DeviceWords = {
  enter: {
    title: 'Bei einem Programm anmelden',
    next: 'Geben Sie den Code ein, den das Programm zeigt. Geben Sie keinen ein, den Ihnen jemand geschickt hat: Wer ihn erzeugt hat, könnte in Ihrem Namen handeln.',
  },
  again: {
    title: 'Geben Sie den Code noch einmal ein.',
    next: 'Die Seite war zu lange offen, oder Ihr Browser blockiert Cookies: Erlauben Sie sie für diese Adresse.',
  },
  code: 'Code',
  go: 'Weiter',
  confirm: (program) => ({
    title: `Bei ${program} anmelden?`,
    next: 'Das Programm möchte in Ihrem Namen handeln. Fahren Sie nur fort, wenn Sie das eben selbst begonnen haben und das Programm diesen Code zeigt:',
  }),
  confirmed: 'Anmelden',
  cancel: 'Abbrechen',
  program: 'Programm',
  may: 'Darf',
  inLicet: 'In Licet alles, was Sie dort dürfen, bis Sie sich abmelden',
  inApplication: (application) => `In ${application} alles, was Sie dort dürfen, bis Sie sich abmelden`,
  from: 'Angefragt von',
  fromHere: (address) => `${address}, Ihrer Adresse`,
  software: 'Software',
  when: 'Angefragt',
  minutesAgo: (minutes) =>
    minutes < 1 ? 'gerade eben' : minutes === 1 ? 'vor einer Minute' : `vor ${minutes} Minuten`,
  elsewhere: {
    title: 'Die Anfrage kam von einer anderen Adresse als Ihrer.',
    next: 'Das ist so, wenn das Programm auf einem anderen Rechner läuft. Haben Sie es dort nicht begonnen, brechen Sie ab.',
  },
  done: (program) => ({
    title: 'Sie sind angemeldet.',
    next: `${program} fährt von selbst fort. Sie können diese Seite schließen.`,
  }),
  refused: { title: 'Niemand wurde angemeldet.', next: 'Das Programm erfährt es. Sie können diese Seite schließen.' },
  faults: {
    NotFoundError: {
      title: 'Diesen Code gibt es nicht.',
      next: 'Vergleichen Sie ihn mit dem, den das Programm zeigt, oder beginnen Sie dort von vorn.',
    },
    ExpiredError: {
      title: 'Der Code ist abgelaufen.',
      next: 'Beginnen Sie im Programm von vorn: Es zeigt einen neuen.',
    },
    AlreadyUsedError: {
      title: 'Der Code wurde schon benutzt.',
      next: 'Beginnen Sie im Programm von vorn: Es zeigt einen neuen.',
    },
    NoCodeError: { title: 'Ein Code fehlt.', next: 'Geben Sie den Code ein, den das Programm zeigt.' },
    TooManyUserCodes: {
      title: 'Von hier wurden zu viele Codes eingegeben.',
      next: 'Warten Sie einige Minuten und geben Sie dann den Code ein, den das Programm zeigt.',
    },
    other: {
      title: 'Das hat nicht geklappt.',
      next: 'Beginnen Sie im Programm von vorn: Es zeigt einen neuen Code.',
    },
  },
};

export const deviceWords: Readonly<Record<PageWords['language'], DeviceWords>> = { en: english, de: german };
