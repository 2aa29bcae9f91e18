import { expect, type Page } from '@playwright/test';
import type { Cost, Way } from './hand.ts';
import { type Stage, surname } from './world.ts';

/**
 * A journey, and the most clicks and keys that it may cost with each input method. The maxima with a pointer are the
 * costs that were measured earlier.
 */
export interface Journey {
  readonly title: string;
  readonly most: Readonly<Record<Way, Cost>>;
  play(stage: Stage): Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const cost = (clicks: number, keys: number): Cost => ({ clicks, keys });

export const journeys: readonly Journey[] = [
  {
    title: 'an administrator grants a permission for two hours',
    most: { pointer: cost(5, 13), keyboard: cost(0, 14), touch: cost(2, 12), zoom: cost(2, 12) },
    async play({ hand, person }) {
      await hand.open('/');
      const { page } = hand;
      await hand.find(`${person.toLowerCase()} refu 2h`, 'click');
      await expect(page.getByRole('option', { name: /^Grant invoices\.refund/ })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(page.getByText('1 gains, nobody loses')).toBeVisible();
      await hand.reads(
        page.getByRole('dialog', { name: 'Find' }),
        `
        - dialog "Find":
          - combobox "Find"
          - paragraph: /Grant invoices\\.refund in Ledger to Cora Nyqvist cora until \\d+:\\d+/
          - region "What this changes":
            - text: 1 gains, nobody loses
            - list:
              - listitem:
                - text: Cora Nyqvist gains
                - code: invoices.refund
                - text: in Ledger at once
          - listbox "Find":
            - option /Grant invoices\\.refund Cora Nyqvist until .* You can undo it right afterwards\\./ [selected]
        `,
      );
      await hand.take(/^Grant invoices\.refund/, 'click');
      await hand.hears(new RegExp(`^${person} ${surname} holds invoices\\.refund until `));
    },
  },
  {
    title: 'an administrator finds out who could refund on a day last month',
    most: { pointer: cost(5, 8), keyboard: cost(0, 27), touch: cost(4, 8), zoom: cost(4, 8) },
    async play({ hand }) {
      const { page } = hand;
      await hand.open('/');
      await hand.find('who refu', 'click');
      await hand.take('Who may refund an invoice in Ledger?', 'click');
      await expect(page.getByRole('heading', { name: /people may$/ })).toBeVisible();
      await hand.press(page.getByRole('button', { name: 'When: now' }));
      await hand.press(page.getByRole('button', { name: 'A month ago' }));
      await expect(page.getByRole('heading', { level: 2, name: /people could$/ })).toBeVisible();
      await hand.reads(
        main(page),
        `
        - main:
          - heading "Access" [level=1]
          - text: Who could
          - 'button "Permission: refund an invoice"'
          - text: in
          - 'button "Application: Ledger"'
          - text: "on"
          - button /When. \\d+ \\w+ \\d+, \\d+:\\d+/
          - text: "?"
          - heading "8 people could" [level=2]
          - grid "Who may invoices.refund":
            - rowgroup
            - rowgroup:
              - row /^Chiara Benedetti chiara\\.benedetti Finance leads approver .* No end$/
        `,
      );
    },
  },
  {
    title: 'a member asks at a button, the owner approves, and the button works',
    most: { pointer: cost(5, 10), keyboard: cost(0, 58), touch: cost(5, 10), zoom: cost(5, 10) },
    async play({ member, hand, world }) {
      const refund = member.page.getByRole('button', { name: /^Refund/ });
      await member.page.goto('/invoices/2026-0417');
      const enter = member.page.getByRole('button', { name: 'Sign in' });
      await expect(refund.or(enter)).toBeVisible();
      if (await enter.isVisible()) await enter.click(); // Licet's session continues, so no password is asked.
      await expect(refund).toHaveAttribute('aria-disabled', 'true');
      await member.pressRefused(refund);
      const refusal = member.page.getByRole('dialog');
      await expect(refusal.getByLabel('Why')).toBeVisible();
      await member.reads(
        refusal,
        `
        - dialog:
          - status:
            - heading "You do not have the permission “Refund an invoice”" [level=2]
            - paragraph:
              - code: invoices.refund
              - text: /The roles approver and controller include it\\./
          - radiogroup "Ask for access":
            - radio "2 hours"
            - radio "1 day" [checked]
            - radio "1 week"
          - textbox "Why"
          - button "Ask for access"
          - paragraph: Chiara Benedetti or Kwame Boateng decides
        `,
      );
      await member.type(refusal.getByLabel('Why'), 'Paid twice');
      await member.press(refusal.getByRole('button', { name: 'Ask for access' }));
      await expect(refusal).toContainText('Asked just now');

      await hand.open('/inbox?only=request');
      const { page } = hand;
      const asked = page.getByRole('link', { name: /^Maya Lindqvist asks/ });
      await hand.press(asked);
      const approve = page.getByRole('button', { name: 'Approve for 1 day' });
      await expect(page.getByText('One gains, nobody loses')).toBeVisible();
      await hand.reads(
        page.getByRole('region', { name: 'Request of Maya Lindqvist' }),
        `
        - region "Request of Maya Lindqvist":
          - heading "Maya Lindqvist asks for “Refund an invoice”" [level=2]
          - text: maya.lindqvist
          - code: invoices.refund
          - text: in Ledger, for 1 day
          - blockquote: Paid twice
          - paragraph: /You may decide as administrator; the owners are Chiara Benedetti and Kwame Boateng\\./
          - heading "What approving changes" [level=3]
          - text: One gains, nobody loses
          - list:
            - listitem:
              - text: "Gains: Maya Lindqvist granted directly invoices.refund"
              - paragraph: Maya Lindqvist signs in as maya.lindqvist.
            - listitem: "Everything else stays: 8 permissions in Ledger"
          - button "Approve for 1 day"
          - button "Deny…"
        `,
      );
      await hand.decide(approve, 'a', (limit) => expect(approve).toBeHidden(limit));
      await hand.hears(/^Approved for 1 day/);
      await expect(member.page.getByRole('button', { name: 'Refund', exact: true })).toBeEnabled();

      const params = { application: 'ledger' };
      const { items } = await world.operator.grants.list({ params, query: { q: 'Maya', state: 'active' } });
      const grant = items.find(({ gives }) => gives.name === 'invoices.refund');
      if (!grant) throw new Error('The approval made no grant.');
      await world.operator.grants.revoke({ params: { ...params, grant: grant.id }, ifMatch: grant.version });
    },
  },
  {
    title: 'an administrator registers an application',
    most: { pointer: cost(2, 9), keyboard: cost(0, 14), touch: cost(2, 9), zoom: cost(2, 9) },
    async play({ hand, person }) {
      const { page } = hand;
      await hand.open('/applications');
      await hand.press(page.getByRole('button', { name: 'New application' }), 'n');
      const panel = page.getByRole('complementary', { name: 'New application' });
      await hand.type(panel.getByLabel('Name', { exact: true }), `Desk ${person}`);
      await hand.reads(
        panel,
        `
        - complementary "New application":
          - heading "New application" [level=2]
          - textbox "Name": Desk Cora
          - textbox "Identifier": desk-cora
          - text: /Available\\. It is the audience of the tokens and never changes\\./
          - textbox "Description (optional)"
          - button "Register application"
          - button "Cancel"
        `,
      );
      await hand.press(panel.getByRole('button', { name: 'Register application' }));
      await expect(page.getByRole('heading', { level: 1, name: `Desk ${person}` })).toBeVisible();
      if (hand.way === 'keyboard') await hand.keepsFocus();
    },
  },
  {
    title: 'an administrator sees what new sign-in rules would do before saving them',
    most: { pointer: cost(1, 0), keyboard: cost(0, 23), touch: cost(1, 0), zoom: cost(1, 0) },
    async play({ hand }) {
      const { page } = hand;
      await hand.open('/settings/policy');
      await hand.press(page.getByRole('button', { name: 'Everybody', exact: true }));
      await hand.reads(
        page.getByRole('region', { name: 'What these rules would do' }),
        `
        - region "What these rules would do":
          - heading /What these rules would do to \\d+ people/ [level=2]
          - text: No administrator is ready for these rules
          - paragraph: /These rules cannot be saved. they would stop every administrator/
          - table "People by outcome":
            - rowgroup
            - rowgroup:
              - row /^Stopped They cannot sign in until somebody helps them\\. \\d+ 0$/
              - row /^Set up first They set up what is missing during sign-in, .* \\d+ 0$/
              - row /^Still have time They are asked to set it up, and can do it later\\. \\d+ 0$/
              - row /^No recovery option They can sign in, but not if they lose their sign-in method\\. \\d+ 0$/
          - grid "What these rules would do":
            - rowgroup
            - rowgroup:
              - row /A second factor$/
        `,
      );
    },
  },
  {
    title: 'an administrator adds a permission to a role in the matrix',
    most: { pointer: cost(5, 0), keyboard: cost(0, 55), touch: cost(5, 0), zoom: cost(5, 0) },
    async play({ hand, permission }) {
      const { page } = hand;
      await hand.open(`/applications/ledger?tab=matrix&rows=roles&q=auditor&columns=${permission}`);
      const cell = page.getByRole('grid', { name: 'Roles and permissions of Ledger' }).getByRole('button');
      await expect(cell).toHaveText(`auditor, ${permission}: not permitted`);
      if (hand.way === 'keyboard') {
        await hand.reach(cell);
        await hand.key('Space');
      } else {
        await hand.press(cell);
        await hand.press(page.getByRole('complementary', { name: 'Why' }).getByRole('button', { name: 'Add' }));
      }
      await hand.hears('1 change in 1 role');
      await hand.press(page.getByRole('button', { name: 'Add to the draft' }));
      await hand.hears('The draft has 1 change now.');
      await hand.press(page.getByRole('button', { name: 'Show', exact: true }));
      await hand.reads(
        page.getByRole('region', { name: 'What this changes' }),
        `
        - region "What this changes":
          - heading "What this changes" [level=3]
          - text: 3 gain, nobody loses
          - list:
            - listitem:
              - text: Lars-Erik Väisänen, Niamh O’Sullivan, and Priya Raghunathan gain
              - code: invoices.approve
              - text: in Ledger at once
        `,
      );
      await hand.press(page.getByRole('button', { name: /^Apply 1 change/ }));
      await hand.hears('1 change was applied.');
    },
  },
  {
    title: 'an administrator reads what happened to a person',
    most: { pointer: cost(2, 6), keyboard: cost(0, 19), touch: cost(4, 4), zoom: cost(4, 4) },
    async play({ hand, person }) {
      const { page } = hand;
      await hand.open('/');
      await hand.find(person.toLowerCase());
      await hand.take(new RegExp(`${person} ${surname}`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${person} ${surname}`);
      await hand.press(page.getByRole('link', { name: 'Activity', exact: true }));
      await hand.press(page.getByRole('link', { name: 'What changed?' }));
      const changes = page.getByRole('grid', { name: 'What changed' });
      await expect(changes).toContainText('reader');
      await hand.reads(
        changes,
        `
        - grid "What changed":
          - rowgroup
          - rowgroup:
            - row /Cora Nyqvist Ledger Gained the role reader .* Granted directly .* The operator granted the role reader/
        `,
      );
    },
  },
  {
    title: 'a reviewer decides ten lines of a review',
    most: { pointer: cost(10, 0), keyboard: cost(0, 10), touch: cost(10, 0), zoom: cost(10, 0) },
    async play({ hand, review }) {
      const { page } = hand;
      await hand.open(`/inbox?view=waiting&open=review.${review}`);
      const pane = page.getByRole('region', { name: /^Review Ledger with / });
      const decided = (lines: number) =>
        pane.getByRole('status').filter({ hasText: new RegExp(`^${lines} of \\d+ decided`) });
      await expect(decided(0)).toBeVisible();
      await hand.reads(
        pane,
        `
        - region "Review Ledger with Cora":
          - heading "Review Ledger with Cora" [level=2]
          - status: 0 of 11 decided
          - list "Lines of the review":
            - listitem:
              - button "Audit 3 people" [expanded]
              - text: auditor
              - button "Keep auditor of Audit": Keep
              - button "Revoke auditor of Audit": Revoke
              - paragraph: /Granted by the operator on .*, no end\\. Reason. “Standing audit”\\./
              - paragraph: "What revoking auditor changes:"
              - list:
                - listitem:
                  - text: /Lars-Erik Väisänen and Niamh O’Sullivan lose \\d permissions in Ledger/
            - listitem:
              - button "Chiara Benedetti"
              - button "Keep settings.write of Chiara Benedetti": Keep
              - button "Revoke settings.write of Chiara Benedetti": Revoke
        `,
      );
      for (let line = 1; line <= 10; line += 1) {
        const keep = pane.locator('[data-line][aria-current]').getByRole('button', { name: /^Keep/ });
        await hand.decide(keep, 'a', (limit) => expect(decided(line)).toBeVisible(limit));
        await hand.hears(new RegExp(`^${line} of \\d+ decided`));
      }
    },
  },
  {
    title: 'an administrator invites three people',
    most: { pointer: cost(1, 9), keyboard: cost(0, 14), touch: cost(3, 7), zoom: cost(3, 7) },
    async play({ hand, person }) {
      const { page } = hand;
      await hand.open('/');
      await hand.find('invite');
      await hand.take('Invite people');
      const names = ['lea.ferrari', 'tunde.balogun', 'sofia.marin'];
      await hand.paste(page.getByLabel('Addresses'), names.map((name) => `${name}@${person}.example`).join('\n'));
      const invite = page.getByRole('button', { name: 'Invite 3 people', exact: true });
      await expect(invite).not.toHaveAttribute('aria-disabled', 'true');
      await hand.reads(
        page.getByRole('region', { name: 'Who is invited' }),
        `
        - region "Who is invited":
          - heading "Who is invited" [level=2]
          - list:
            - listitem: 3 people are invited Lea Ferrari lea.ferrari@Cora.example, Tunde Balogun tunde.balogun@Cora.example, Sofia Marin sofia.marin@Cora.example
        `,
      );
      await hand.press(invite);
      await hand.hears('3 people are invited.');
    },
  },
  {
    title: 'an administrator suspends a person who leaves, and deletes the account',
    most: { pointer: cost(6, 7), keyboard: cost(0, 30), touch: cost(8, 4), zoom: cost(8, 4) },
    async play({ hand, person }) {
      const { page } = hand;
      const more = page.getByRole('button', { name: `More for ${person} ${surname}` });
      await hand.open('/');
      await hand.find(person.toLowerCase());
      await hand.take(new RegExp(`${person} ${surname}`));
      await hand.press(more);
      await hand.choose(page.getByRole('menuitem', { name: 'Suspend…' }));
      const suspend = page.getByRole('button', { name: 'Suspend user' });
      await expect(suspend).not.toHaveAttribute('aria-disabled', 'true');
      await hand.reads(
        page.getByRole('dialog'),
        `
        - dialog "Suspend Cora Nyqvist?":
          - paragraph: /They are signed out everywhere within a second, and cannot sign in\\./
          - paragraph: They have no duties and no open requests.
          - region "What this changes":
            - heading "What this changes" [level=3]
            - text: nobody gains, 1 loses
            - list:
              - listitem: /Cora Nyqvist loses \\d permissions in Ledger/
        `,
      );
      await hand.press(suspend);
      await hand.hears(`${person} ${surname} is suspended`);
      await hand.press(more);
      await hand.choose(page.getByRole('menuitem', { name: 'Delete…' }));
      const remove = page.getByRole('button', { name: 'Delete user' });
      await expect(remove).not.toHaveAttribute('aria-disabled', 'true');
      await hand.reads(
        page.getByRole('alertdialog'),
        `
        - alertdialog "Delete Cora Nyqvist?":
          - banner:
            - heading "Delete Cora Nyqvist?" [level=2]
          - paragraph: /This cannot be undone\\. The audit log keeps the history\\./
          - list:
            - listitem: /\\d grants? ends?/
          - region "What this changes":
            - list:
              - listitem: Nobody gains or loses a role or permission, now or later.
          - contentinfo:
            - button "Cancel"
            - button "Add to draft"
            - button "Delete user"
        `,
      );
      await hand.press(remove);
      await hand.hears(/is deleted/);
    },
  },
];
