import { limit } from './limit.ts';

/** Of signing in: sessions, passwords, second factors, and how often one may fail. */
export const signInLimits = {
  interactionLife: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'Time enough to find a password, not to forget the page open for a day.',
    source: 'own',
  }),
  adminSessionIdle: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'An administrator who walked away is signed out.',
    source: 'NIST SP 800-63B-4 section 2.2.3',
  }),
  adminSessionLife: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'Administrators sign in every day.',
    source: 'NIST SP 800-63B-4 section 2.2.3',
  }),
  memberSessionLife: limit({
    value: 2_592_000,
    unit: 'seconds',
    reason: 'Members sign in once a month at the most.',
    source: 'NIST SP 800-63B-4 section 2.1.3',
  }),
  setPasswordLinkLife: limit({
    value: 259_200,
    unit: 'seconds',
    reason: 'A link made on Friday still works on Monday.',
    source: 'own',
  }),
  setupCodeLife: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'First start is attended; after an hour the server prints another code.',
    source: 'own',
  }),
  passwordMin: limit({
    value: 15,
    unit: 'code points',
    reason: 'A password that stands alone, with no second factor.',
    source: 'NIST SP 800-63B-4 section 3.1.1.2',
  }),
  passwordMax: limit({
    value: 256,
    unit: 'code points',
    reason: 'Passphrases fit; hashing stays bounded.',
    source: 'OWASP ASVS 5.0.0 V6.2.9',
  }),
  passwordHashMemory: limit({
    value: 19_456,
    unit: 'KiB',
    reason: 'argon2id minimum with two passes.',
    source: 'OWASP Password Storage Cheat Sheet',
  }),
  passwordHashPasses: limit({
    value: 2,
    unit: 'passes',
    reason: 'argon2id minimum at 19 MiB.',
    source: 'OWASP Password Storage Cheat Sheet',
  }),
  failuresEver: limit({
    value: 100,
    unit: 'attempts',
    reason:
      'Consecutive wrong passwords from unknown browsers before an account waits for its owner: half for each of its two names.',
    source: 'NIST SP 800-63B-4 section 3.2.2',
  }),
  failuresFree: limit({
    value: 5,
    unit: 'attempts',
    reason: 'People mistype; after this each failure doubles the wait.',
    source: 'own',
  }),
  knownBrowserFailures: limit({
    value: 20,
    unit: 'attempts',
    reason:
      'Wrong passwords, or wrong codes, in a row before a browser where the user once signed in counts as anybody’s.',
    source: 'OWASP, Slow Down Online Guessing Attacks with Device Cookies',
  }),
  knownBrowserLife: limit({
    value: 15_552_000,
    unit: 'seconds',
    reason: 'People come back after a long leave; a computer that was given away is forgotten.',
    source: 'own',
  }),
  knownBrowsersMax: limit({
    value: 20,
    unit: 'items',
    reason: 'More browsers than one person uses; each has attempts of its own.',
    source: 'own',
  }),
  freshSignIn: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Time enough to add two ways in; whoever finds an open browser has left it longer.',
    source: 'RFC 9470 section 4, own',
  }),
  signInStepLife: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Between the password and the second factor a person looks for a phone.',
    source: 'own',
  }),
  totpStep: limit({
    value: 30,
    unit: 'seconds',
    reason: 'What every app takes for granted.',
    source: 'RFC 6238 section 5.2',
  }),
  totpDrift: limit({
    value: 1,
    unit: 'items',
    reason: 'Steps on either side in which a code is taken: clocks of phones differ, and people type.',
    source: 'RFC 6238 section 5.2',
  }),
  totpSecretBytes: limit({ value: 20, unit: 'bytes', reason: 'As long as the hash.', source: 'RFC 4226 section 4' }),
  totpOfferLife: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Between the picture on the screen and the first code.',
    source: 'own',
  }),
  recoveryCodes: limit({
    value: 10,
    unit: 'items',
    reason: 'Fit on a slip of paper; each works once.',
    source: 'own',
  }),
  codeFailures: limit({
    value: 50,
    unit: 'attempts',
    reason: 'Wrong codes of one user in a row, with the right password: one in 6,700 guesses right in so many.',
    source: 'NIST SP 800-63B-4 section 3.2.2',
  }),
  passkeysMax: limit({
    value: 20,
    unit: 'items',
    reason: 'More devices than one person has; each is asked whether it has one already.',
    source: 'own',
  }),
  passkeyChallengeLife: limit({
    value: 300,
    unit: 'seconds',
    reason: 'As long as a browser waits for a finger or a phone.',
    source: 'WebAuthn Level 3 section 15.1',
  }),
  passkeyNameMax: limit({ value: 64, unit: 'code points', reason: 'A name is a few words.', source: 'own' }),
  signInsKept: limit({
    value: 366,
    unit: 'days',
    reason: 'An auditor asks about the last year; addresses of people are not kept for longer than that.',
    source: 'PCI DSS 4.0.1 requirement 10.5.1',
  }),
  throttleMax: limit({ value: 900, unit: 'seconds', reason: 'The longest wait between two attempts.', source: 'own' }),
  networkFailuresFree: limit({
    value: 50,
    unit: 'attempts',
    reason: 'An office shares one address; a guessing machine does not stop here.',
    source: 'own',
  }),
} as const;
