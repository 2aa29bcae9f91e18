import { formatNumber } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  noClient: 'Der Code unten braucht die ID eines Clients der Art {kind}. Noch ist keiner registriert.',
  webOf: (application) => `${application} Web`,
  registerAt: (origin) => `Für ${origin} registrieren`,
  otherAddresses: 'Mit anderen Adressen',
  register: 'Einen Client registrieren',
  have: 'Womit Sie arbeiten',
  permitted:
    'Sie dürfen in dieser Anwendung alles. Um die Ablehnung zu sehen, melden Sie sich dort mit einem Konto an, das es nicht darf.',
  client: 'Client',
  needs: 'Was der Code braucht',
  issuer: 'Aussteller',
  audience: 'Audience',
  clientIdOf: (client) => `Client-ID von ${client}`,
  discovery: 'Discovery',
  noOrigin:
    'Der Code unten bekäme noch kein Token: {origin}, wo seine Seite ist, fehlt unter den Web-Herkünften des Clients. Tragen Sie es zuerst ein.',
  originsOf: (client) => `Web-Herkünfte von ${client}`,
  noSignOut:
    'Das Abmelden würde auf einer Seite von Licet enden: Der Client hat keine Abmeldeadresse. Tragen Sie die Adresse der Seite, {page}, bei ihm ein.',
  signOutOf: (client) => `Abmeldeadressen von ${client}`,
  reactOther: 'Das ist für einen Client, der im Browser läuft; der gewählte tut das nicht.',
  sql: 'Für PostgreSQL ab 15, neben PostgREST, Supabase oder einer eigenen API: Sicherheit je Zeile nach derselben Regel.',
  curl: 'Das ist für einen Dienst mit eigenem Geheimnis; der gewählte Client meldet Personen an.',
};

export const placeWords: typeof English.placeWords = {
  react: 'Vite, im Browser',
  next: 'App Router',
  'react-router': 'Vite, Data Mode',
  'tanstack-start': 'Seiten vom Server',
  express: 'API',
  fastify: 'API',
  sql: 'Sicherheit je Zeile',
  curl: 'ein Programm ohne Personen',
};

export const stepWords: typeof English.stepWords = {
  pack: 'Im Klon von Licet, hier ../licet: Die Pakete sind noch in keiner Paketquelle',
  install: 'In Ihrer Anwendung',
  load: 'In Ihrer Anwendung, einmal für jede Datenbank',
  claims: 'In Ihrer API, am Anfang jeder Transaktion: die Claims eines Tokens, das sie geprüft hat',
  secret: 'In einer Shell: Das Geheimnis wurde einmal gezeigt, als der Client registriert wurde',
  token: 'Ein Token',
  call: 'Ihre API, damit gefragt',
};

export const tokenWords: typeof English.tokenWords = {
  title: 'Ein Token ansehen',
  whose: 'Wessen',
  placeholder: 'Name, Benutzername oder E-Mail',
  hint: 'Was ihr Token für diese Anwendung jetzt sagen würde.',
  invited: 'Kein Passwort: Es gibt kein Token, bis eines festgelegt ist.',
  suspended: 'Das Konto ist gesperrt: Es gibt kein Token, bis es aktiv ist.',
  size: 'Größe',
  sizeOf: (size, budget) => `${size} von ${budget} kB`,
  sizeLabel: 'Größe des Tokens',
  byReference: (count) =>
    `Die Liste von ${count} Berechtigungen ist zu lang für ein Token. Das Token trägt die Rollen und einen Hash ({claim}); die Liste kommt als signiertes Dokument von Licet.`,
  admin: 'Die Rolle admin erlaubt alles, auch was die Liste nicht nennt.',
  claims: 'Claims des Tokens',
  more: (count) => `… ${formatNumber(count)} weitere`,
};
