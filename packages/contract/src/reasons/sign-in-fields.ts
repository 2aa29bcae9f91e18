import { reason } from './reason.ts';

/** Reasons for which the schemas of the contract refuse a field about signing in, directories, mail or appearance. */
export const signInFieldReasons = {
  field: {
    ways_missing: reason({}, () => 'Without a way to sign in, no user can sign in. Choose at least one.'),
    way_twice: reason({}, () => 'A way is named twice.'),
    domain_twice: reason({}, () => 'A domain is named twice.'),
    demand_twice: reason({}, () => 'A role or group is named twice.'),
    issuer_form: reason({}, () => 'Write the whole address, such as https://sso.example.org, without “?” and “#”.'),
    scope_form: reason({}, () => 'A scope is one word.'),
    attribute_form: reason({}, () => 'That is not the name of an attribute. It looks like uid or sAMAccountName.'),
    directory_address_form: reason(
      {},
      () => 'The address looks like ldaps://ldap.example.org, followed by the port if it is not the usual one.',
    ),
    certificate_form: reason({}, () => 'That is not a certificate in PEM. It begins with -----BEGIN CERTIFICATE-----.'),
    minutes_not_whole: reason({}, () => 'That is not a whole number of minutes.'),
    synchronised_too_often: reason(
      { least: 'seconds' },
      ({ least }, say) => `A directory is read every ${say.seconds(least)} at most.`,
    ),
    synchronised_too_rarely: reason(
      { most: 'seconds' },
      ({ most }, say) => `A directory is read every ${say.seconds(most)} at least.`,
    ),
    mail_server_form: reason({}, () => 'That is not the name of a mail server. It looks like smtp.example.org.'),
    port_form: reason({}, () => 'The port is a number from 1 to 65535, mostly 465 or 587.'),
    webhook_form: reason({}, () => 'The address looks like https://mailer.example.org/licet.'),
    webhook_too_long: reason({}, () => 'The address is too long.'),
    webhook_secret_too_short: reason(
      { least: 'count' },
      ({ least }, say) => `A secret has at least ${say.count(least)} characters. Let a program generate one.`,
    ),
    colour_form: reason({}, () => 'That is not a colour. It looks like #1f4fd8.'),
    colour_unreadable: reason(
      { ground: ['light', 'dark'], colour: 'name', contrast: 'name', needed: 'name', nearest: 'name' },
      ({ ground, colour, contrast, needed, nearest }) =>
        `On ${ground} grounds ${colour} has a contrast of ${contrast}, and letters need ${needed}. The nearest that has it is ${nearest}.`,
    ),
    picture_too_large: reason(
      { most: 'count' },
      ({ most }, say) => `The picture has more than ${say.count(most)} kB. Make it smaller.`,
    ),
    picture_not_base64: reason({}, () => 'The picture is not written in Base64.'),
  },
} as const;
