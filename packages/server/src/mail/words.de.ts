import type * as English from './words.en.ts';

export const words: typeof English.words = {
  hello: (name) => `Guten Tag ${name},`,
  copy: 'Falls der Knopf nicht geht, kopieren Sie diese Adresse in Ihren Browser:',
  foot: ({ organisation, issuer }) => `Gesendet von ${organisation}, ${issuer}. Antworten darauf liest niemand.`,
};

export const templates: typeof English.templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} kann E-Mails senden`,
    paragraphs: ['Das ist der Test, den Sie wollten. Der Mailserver hat ihn angenommen, und er ist angekommen.'],
  }),
};
