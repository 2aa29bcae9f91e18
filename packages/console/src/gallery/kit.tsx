import { type ReactNode, useState } from 'react';
import { Page } from '../shell/page.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { CodeBlock, CopyField } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Effects } from '../ui/effects.tsx';
import { CirclePauseIcon, EllipsisIcon, FileDiffIcon, KeyRoundIcon, LogOutIcon, UsersRoundIcon } from '../ui/icons.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { Menu } from '../ui/menu.tsx';
import { Meter, Progress } from '../ui/meter.tsx';
import { Path, PathDown, type PathStep } from '../ui/path.tsx';
import { Facts, Lines, Timeline } from '../ui/section.tsx';
import { EmptyState, SkeletonLines } from '../ui/states.tsx';
import { StatusTag } from '../ui/status.tsx';
import { EndsAt, Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { AppSquare, Avatar, Tag } from '../ui/who.tsx';
import { Fields } from './fields.tsx';

const maya: PathStep = { kind: 'person', label: 'Maya Lindqvist' };
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

export function Kit(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Page title="Parts" lead="Everything the screens are made of, in every state that matters.">
      <div className="body">
        <div className="pad kit">
          <section>
            <h2>Buttons</h2>
            <div className="row">
              <Button kind="primary">Grant to 5 people</Button>
              <Button>Put in a draft</Button>
              <Button kind="quiet">Cancel</Button>
              <Button small>Extend</Button>
              <IconButton icon={EllipsisIcon} label="More" />
              <Button reason="14 people hold this role.">Delete role</Button>
              <Button kind="primary" pending>
                Granting
              </Button>
              <Button pending small>
                Extending
              </Button>
            </div>
          </section>
          <section>
            <h2>State</h2>
            <div className="row">
              <StatusTag chip kind="yes">
                Permitted
              </StatusTag>
              <StatusTag chip kind="no">
                Refused
              </StatusTag>
              <StatusTag chip kind="ending">
                Ends in 2 h 28 min
              </StatusTag>
              <StatusTag chip kind="unused">
                Never used
              </StatusTag>
              <StatusTag chip kind="scheduled">
                Starts 15 Dec
              </StatusTag>
            </div>
            <div className="row">
              <StatusTag kind="yes">Still may</StatusTag>
              <StatusTag kind="no">No longer</StatusTag>
              <EndsAt at={inHours(2.47)} />
              <EndsAt at={inHours(400)} />
              <EndsAt at={null} />
              <StatusTag kind="paused">Suspended</StatusTag>
              <StatusTag kind="invited">Invited</StatusTag>
              <Time at={inHours(-30)} />
            </div>
          </section>
          <section>
            <h2>Paths</h2>
            <div className="row">
              <Path
                steps={[
                  maya,
                  { kind: 'group', label: 'Finance' },
                  { kind: 'role', label: 'clerk' },
                  { kind: 'permission', label: 'invoices.read', state: 'yes' },
                ]}
              />
            </div>
            <div className="row">
              <Path
                steps={[
                  maya,
                  { kind: 'role', label: 'approver', missing: true },
                  { kind: 'permission', label: 'invoices.refund' },
                ]}
              />
            </div>
            <div className="row">
              <Path
                steps={[
                  { kind: 'person', label: 'Nguyễn Thị Hạnh', bare: true },
                  { kind: 'alone' },
                  { kind: 'permission', label: 'labs.order' },
                ]}
              />
            </div>
            <div className="row">
              <PathDown
                steps={[
                  maya,
                  { kind: 'group', label: 'member of Finance leads', note: 'since 20 Feb, by Chiara Benedetti' },
                  { kind: 'role', label: 'holds approver', note: 'no end' },
                  { kind: 'permission', label: 'invoices.refund' },
                ]}
              />
            </div>
          </section>
          <Fields />
          <section>
            <h2>Menu, dialog, toast</h2>
            <div className="row">
              <Menu
                label="For Maya"
                align="start"
                trigger={<Button>Menu</Button>}
                groups={[
                  [
                    {
                      id: 'grant',
                      label: 'Grant access…',
                      icon: KeyRoundIcon,
                      shortcut: 'G',
                      onAction: () => undefined,
                    },
                    { id: 'group', label: 'Add to group…', icon: UsersRoundIcon, onAction: () => undefined },
                    { id: 'end', label: 'End 3 sessions…', icon: LogOutIcon, onAction: () => undefined },
                  ],
                  [
                    { id: 'suspend', label: 'Suspend…', icon: CirclePauseIcon, onAction: () => setOpen(true) },
                    { id: 'delete', label: 'Delete', reason: 'Suspended people only', onAction: () => undefined },
                  ],
                ]}
              />
              <Button onClick={() => setOpen(true)}>Dialog</Button>
              <Button
                onClick={() =>
                  showToast({
                    text: 'Night finance holds approver until 26 Nov.',
                    action: { label: 'Undo', run: () => undefined },
                  })
                }
              >
                Toast
              </Button>
              <Button
                onClick={() => showToast({ text: 'Not saved: the server did not answer. Try again.', tone: 'no' })}
              >
                Bad toast
              </Button>
            </div>
            <Dialog
              open={open}
              onClose={() => setOpen(false)}
              title="Suspend Dmytro Kovalenko?"
              foot={
                <>
                  <Button onClick={() => setOpen(false)}>Cancel</Button>
                  <Button kind="primary">Suspend Dmytro</Button>
                </>
              }
            >
              <p>
                He is signed out everywhere within a second. What he holds stays, and comes back when you end the
                suspension.
              </p>
              <Effects
                effects={[
                  {
                    id: '1',
                    kind: 'lose',
                    what: (
                      <span>
                        <b>Dmytro Kovalenko</b> loses 8 in Ledger
                      </span>
                    ),
                  },
                ]}
              />
            </Dialog>
            <div className="gap-top">
              <Progress
                label="Importing people"
                value={4210}
                max={18412}
                text="4,210 of 18,412, 40 s left"
                action={<Button small>Cancel the import</Button>}
              />
            </div>
          </section>
          <section>
            <h2>Callouts</h2>
            <div className="form">
              <Callout>Roles may include other roles of the same application.</Callout>
              <Callout tone="ending">
                <b>Eight people lose access tomorrow at 18:00.</b> Extend, or let it end.
              </Callout>
              <Callout tone="no">
                <b>Not saved: Kwame changed this role a minute ago.</b> Both versions are below; choose line by line.
              </Callout>
              <Callout tone="yes">
                <b>The chain is whole.</b> 48,210 events, checked at 09:00.
              </Callout>
            </div>
          </section>
          <section>
            <h2>Empty, loading</h2>
            <Lines>
              <EmptyState
                icon={FileDiffIcon}
                title="No changes yet"
                action={<Button kind="primary">Start a draft</Button>}
              >
                Collect several edits in one draft and see who gains and who loses before anything happens.
              </EmptyState>
            </Lines>
            <div className="gap-top">
              <SkeletonLines />
            </div>
          </section>
          <section>
            <h2>Facts, events, meters</h2>
            <Facts
              facts={[
                [
                  'Status',
                  <StatusTag key="s" kind="active">
                    Active
                  </StatusTag>,
                ],
                ['Joined', '2 Feb 2025, by Chiara Benedetti'],
                ['Size', <Meter key="m" label="Size" value={0.6} max={4} text="0.6 of 4 kB" />],
              ]}
            />
            <div className="gap-top">
              <Timeline
                events={[
                  {
                    id: '1',
                    what: (
                      <>
                        Asked for <code>invoices.refund</code>
                      </>
                    ),
                    at: '8 min ago, waiting',
                  },
                  { id: '2', what: 'Lost the role approver', at: '30 Jun, it ended' },
                ]}
              />
            </div>
          </section>
          <section>
            <h2>Code, keys, people</h2>
            <CodeBlock
              label="Example"
              code={
                'import { Can } from "@licet/react";\n\n<Can permission="invoices.refund" explain>\n  <RefundButton />\n</Can>'
              }
            />
            <div className="row gap-top">
              <Avatar name="Oluwaseun Adeyemi" />
              <Avatar name="Fatima al-Zahrawi" size="m" />
              <Avatar name="Hina Takahashi" size="l" />
              <AppSquare name="Ward" />
              <AppSquare name="Ward" large />
              <Tag icon={UsersRoundIcon}>Finance</Tag>
              <KeyHint keys={['A']}>approve</KeyHint>
            </div>
            <div className="gap-top">
              <CopyField label="Issuer" value="https://access.aurelia.example/oidc" />
            </div>
          </section>
        </div>
      </div>
    </Page>
  );
}
