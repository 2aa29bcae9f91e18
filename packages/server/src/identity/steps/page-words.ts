import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** The texts of the provider's pages, which contain no script of ours. */
export interface PageWords {
  readonly language: 'en' | 'de';
  readonly signOut: { readonly title: string; readonly text: string; readonly yes: string; readonly no: string };
  readonly stayed: { readonly title: string; readonly text: string };
  readonly there: { readonly title: string; readonly text: string; readonly go: string };
  readonly onwards: { readonly title: string; readonly text: string; readonly go: string };
  readonly chooseAccount: {
    readonly title: (name: string) => string;
    readonly text: (client: string, account: string) => string;
    readonly native: string;
    readonly go: string;
    readonly another: string;
    readonly cancel: string;
  };
  readonly address: string;
  readonly client: string;
  readonly registered: (address: string) => string;
  /** Texts by protocol error; `other` for all remaining errors. */
  readonly refusals: Readonly<Record<'invalid_redirect_uri' | 'invalid_client' | 'other', PageText>>;
}

export interface PageText {
  readonly title: string;
  readonly next: string;
}

/** Picks the first available language from those that the application requests, then from the browser's; otherwise English. */
export function pageWords(ctx: Pick<KoaContextWithOIDC, 'acceptsLanguages' | 'query'>): PageWords {
  const { ui_locales: asked } = ctx.query;
  const tags = typeof asked === 'string' ? asked.toLowerCase().split(' ') : [];
  const preferred = tags.map((tag) => tag.split('-')[0]).find((tag) => tag === 'en' || tag === 'de');
  return (preferred ?? ctx.acceptsLanguages(['en', 'de'])) === 'de' ? german : english;
}

const english: PageWords = {
  language: 'en',
  signOut: {
    title: 'Sign out?',
    text: 'You will be signed out of every application in which you signed in through Licet in this browser.',
    yes: 'Sign out',
    no: 'Stay signed in',
  },
  stayed: { title: 'You stay signed in.', text: 'You can close this page.' },
  there: {
    title: 'You are signed out here.',
    text: 'Next, you are signed out at the provider that you used to sign in.',
    go: 'Go on',
  },
  onwards: { title: 'Redirecting…', text: 'If nothing happens, follow the link.', go: 'Go on' },
  chooseAccount: {
    title: (name) => `Continue as ${name}?`,
    text: (client, account) => `${client} wants to sign you in. You are signed in here as ${account}.`,
    native: 'Continue only if you have just started this sign-in in an application on this device.',
    go: 'Continue',
    another: 'Use another account',
    cancel: 'Cancel',
  },
  address: 'Address',
  client: 'Client',
  registered: (address) =>
    `The registered address is ${address}. Open the application there, or register both addresses.`,
  refusals: {
    invalid_redirect_uri: {
      title: 'The application asked to send you to an address that it has not registered.',
      next: 'Nothing was sent there. The application’s owner can register the exact address in Licet: the application, Clients, Redirect addresses.',
    },
    invalid_client: {
      title: 'This application is not registered here.',
      next: 'Its client may have been deleted, or its client id may be mistyped. Ask the operator of the application to compare the client id with the one in Licet, under Clients.',
    },
    other: {
      title: 'The sign-in request of the application is not valid.',
      next: 'Go back to the application and start again. If this happens again, give the line below to the operator of the application.',
    },
  },
};

const german: PageWords = {
  language: 'de',
  signOut: {
    title: 'Abmelden?',
    text: 'Sie werden von jeder Anwendung abgemeldet, zu der Sie mit dieser Anmeldung gekommen sind.',
    yes: 'Abmelden',
    no: 'Angemeldet bleiben',
  },
  stayed: { title: 'Sie bleiben angemeldet.', text: 'Sie können diese Seite schließen.' },
  there: {
    title: 'Sie sind hier abgemeldet.',
    text: 'Nun werden Sie dort abgemeldet, woher Sie gekommen sind.',
    go: 'Weiter',
  },
  onwards: { title: 'Sie werden weitergeleitet.', text: 'Geschieht nichts, folgen Sie dem Link.', go: 'Weiter' },
  chooseAccount: {
    title: (name) => `Weiter als ${name}?`,
    text: (client, account) => `${client} möchte Sie anmelden. Sie sind hier angemeldet als ${account}.`,
    native: 'Gehen Sie nur weiter, wenn Sie diese Anmeldung eben in einer Anwendung auf diesem Gerät begonnen haben.',
    go: 'Weiter',
    another: 'Anderes Konto verwenden',
    cancel: 'Abbrechen',
  },
  address: 'Adresse',
  client: 'Client',
  registered: (address) => `Eingetragen ist ${address}: Öffnen Sie die Anwendung dort, oder tragen Sie beide ein.`,
  refusals: {
    invalid_redirect_uri: {
      title: 'Die Anwendung wollte Sie zu einer Adresse leiten, die sie nicht eingetragen hat.',
      next: 'Dorthin wurde nichts gesendet. Wer die Anwendung betreibt, trägt die genaue Adresse in Licet ein: Anwendung, Clients, Weiterleitungsadressen.',
    },
    invalid_client: {
      title: 'Diese Anwendung ist hier nicht bekannt.',
      next: 'Vielleicht wurde ihr Client entfernt, oder seine ID ist falsch geschrieben: Wer die Anwendung betreibt, findet sie in Licet unter Clients. Fragen Sie dort nach der jetzigen Adresse.',
    },
    other: {
      title: 'Die Anfrage der Anwendung lässt sich nicht beantworten.',
      next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. Bleibt es dabei, schicken Sie die Zeile unten denen, die sie betreiben.',
    },
  },
};

// The names of a client and its application on pages and in the sign-in log.

/** The identifier of the application that a client belongs to. */
export function applicationOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application: application } = client;
  if (typeof application !== 'string') throw new errors.InvalidClient('the client belongs to no application');
  return application;
}

/** The display name of the application that a client belongs to. */
export function applicationNameOf(client: Readonly<Record<string, unknown>>): string {
  const { licet_application_name: name } = client;
  return typeof name === 'string' ? name : applicationOf(client);
}

/** The name of a client in the sign-in log. */
export const nameOf = (client: { readonly clientId: string; readonly clientName?: string | undefined }): string =>
  nameInLog(client.clientName ?? client.clientId, applicationOf({ ...client }));

/** The name of a client in the sign-in log, from its name and its application's identifier. */
export const nameInLog = (name: string, application: string): string => `${name} (${application})`;
