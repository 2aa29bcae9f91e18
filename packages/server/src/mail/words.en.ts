import type { MailData, MailSetting, MailTemplate, MailText } from './templates.ts';

type Templates = { readonly [T in MailTemplate]: (data: MailData[T], setting: MailSetting) => MailText };

/** The words of the mails. */
export const words = {
  hello: (name: string) => `Hello ${name},`,
  copy: 'If the button does not work, copy this address into your browser:',
  foot: ({ organisation, issuer }: MailSetting) =>
    `Sent by ${organisation} from ${issuer}. Nobody reads answers to it.`,
};

export const templates: Templates = {
  test: (_, { organisation }) => ({
    subject: `${organisation} can send mail`,
    paragraphs: ['This is the test that you asked for. The mail server took it, and it has arrived.'],
  }),
};
