/** What the console shows beside a mockup. */
interface Beside {
  /** The name of the mockup in packages/console/mockups/index.html. */
  readonly mockup: string;
  /** “Same.”, or a difference and its reason. */
  readonly verdict: string;
}

/** The mockup of a screen, by the label of its address or the name of its state. */
export const besides: Readonly<Record<string, Beside>> = {
  'palette-empty': {
    mockup: 'palette-empty',
    verdict: 'Same. Recent items and the last question appear once the palette was used.',
  },
  'palette-answer': {
    mockup: 'palette-answer',
    verdict: 'Same form. The key hints of *Grant it…* are at the foot.',
  },
  'palette-grant': {
    mockup: 'palette-grant',
    verdict: 'Same. On a phone, a long address gives way before the name (fixed).',
  },
  'inbox-keys-open': {
    mockup: 'palette-keys',
    verdict: 'Wanted difference: lists the keys of this screen only, so that the list is short.',
  },
  'account-menu': {
    mockup: 'account-menu',
    verdict: 'Wanted difference: no language and no token inspector, because the palette and My account have both.',
  },
  'inbox-request': {
    mockup: 'inbox',
    verdict: 'Same.',
  },
  '/reviews/:review': {
    mockup: 'inbox-review',
    verdict: 'Same lines and keys. In the Inbox the review is one row with its progress.',
  },
  'inbox-ends': {
    mockup: 'inbox-ending',
    verdict: 'Same.',
  },
  'inbox-empty': {
    mockup: 'inbox-empty',
    verdict: 'Same.',
  },
  '/': {
    mockup: 'home-administrator',
    verdict:
      'Wanted difference: *Gained and lost* counts grants and memberships. Unused access is listed by application.',
  },
  'member-home': {
    mockup: 'home-member',
    verdict: 'Wanted difference: no *last opened*, because use is not stored by user and day.',
  },
  'auditor-home': {
    mockup: 'home-auditor',
    verdict:
      'Wanted difference: auditors also have both charts. Review coverage is missing, because a review covers a part of the access.',
  },
  'users-selected-open': {
    mockup: 'people',
    verdict: 'Wanted difference: the panel is 26 rem wide and lists access by application.',
  },
  'users-columns': {
    mockup: 'people-view',
    verdict: 'Wanted difference: the menu also saves the rows as CSV. *Reset* is in line (fixed).',
  },
  invite: {
    mockup: 'invite',
    verdict:
      'Wanted difference: no message and no draft, because a draft sends no mail. It has a reason for the roles.',
  },
  '/users/:user?tab=access': {
    mockup: 'user',
    verdict: 'Same. *Last used* is shown under *All*, for the present.',
  },
  '/users/:user?show=direct': {
    mockup: 'user-granted',
    verdict: 'Same. A new row is marked for ten seconds after a grant.',
  },
  '/applications/:application?tab=overview': {
    mockup: 'application',
    verdict: 'Same.',
  },
  '/applications/:application?tab=roles': {
    mockup: 'roles',
    verdict: 'Wanted difference: *Compare* is in the column *Overlap*. On a phone the bar of use has words (fixed).',
  },
  '/applications/ledger/roles/:role': {
    mockup: 'role',
    verdict:
      'Wanted difference: use is one sentence and a bar for 90 days, because use is not stored by week and user.',
  },
  '/applications/:application/fewest-roles': {
    mockup: 'fewest-roles',
    verdict: 'Wanted difference: the column is *Granted to*, because groups and programs hold roles too.',
  },
  'explain-no': {
    mockup: 'explain',
    verdict:
      'Wanted difference: *Who decides* and *Ask next* are missing, because the ways to grant it name the deciders.',
  },
  'explain-yes': {
    mockup: 'explain-yes',
    verdict: 'Same. The handle stops where the user or the application was created.',
  },
};
