import type { Application } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { PageBody } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { PencilIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { PlainLink } from '../../../ui/links.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { countText } from '../counts.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { DeleteApplication } from './delete-application.tsx';
import { DetailsForm } from './details-form.tsx';
import { NextSteps } from './next-steps.tsx';
import { Owners } from './owners.tsx';
import './overview-tab.css';

/** What the application is, who answers for it, how much is in it, and what is missing. */
export function OverviewTab({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <PageBody>
      <div className="columns">
        <div className="stack">
          <NextSteps application={application} />
          <Counts application={application} />
          <Section
            title="About"
            end={
              rights.details &&
              !editing && (
                <Button small kind="quiet" icon={PencilIcon} onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )
            }
          >
            {editing ? (
              <DetailsForm application={application} onDone={() => setEditing(false)} />
            ) : (
              <Facts
                facts={[
                  ['Name', application.name],
                  [
                    'Description',
                    application.description === '' ? (
                      <span key="none" className="text-faint">
                        None
                      </span>
                    ) : (
                      <span key="text" className="prewrap">
                        {application.description}
                      </span>
                    ),
                  ],
                  ['Registered', <Time key="at" at={application.createdAt} />],
                ]}
              />
            )}
          </Section>
        </div>
        <div className="stack">
          <CopyField
            label="Identifier"
            value={application.id}
            hint="The audience (“aud”) of this application’s tokens. It never changes."
          />
          <Owners application={application} />
          {rights.register && !application.builtIn && (
            <Section title="Delete">
              <div className="stack">
                <p className="text-muted prewrap">
                  Everything in it goes with it, and everybody loses what it gave them.
                </p>
                <p>
                  <Button icon={Trash2Icon} onClick={() => setDeleting(true)}>
                    Delete application…
                  </Button>
                </p>
              </div>
            </Section>
          )}
        </div>
      </div>
      {deleting && <DeleteApplication application={application} onClose={() => setDeleting(false)} />}
    </PageBody>
  );
}

function Counts({ application }: { application: Application }): ReactNode {
  const counts = [
    ['permissions', 'Permissions', application.permissions],
    ['roles', 'Roles', application.roles],
    ['grants', 'Grants', application.grants],
    ['clients', 'Clients', application.clients],
  ] as const;
  return (
    <nav className="tally" aria-label="What is in it">
      {counts.map(([tab, label, count]) => (
        <PlainLink
          key={tab}
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab }}
          activeProps={{}}
        >
          <b>{countText(count)}</b>
          <span className="text-faint small">{label}</span>
        </PlainLink>
      ))}
    </nav>
  );
}
