import { type BreakGlassUse, calls } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { roleOffersQuery } from '../../blocks/roles.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { useKept } from '../../ui/kept-state.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';
import './emergencies.css';

type Offer = Awaited<ReturnType<typeof client.breakGlass.offers>>['items'][number];

const FORM = 'take-role';

/** The roles that the viewer may take in an emergency; renders nothing if there are none. */
export function Offers(): ReactNode {
  const offers = useQuery(roleOffersQuery);
  const [chosen, setChosen] = useKept<string | null>('role taken at once', null);
  if (!offers.data)
    return offers.error && <ErrorState small error={offers.error} onRetry={() => void offers.refetch()} />;
  if (offers.data.items.length === 0) return null;
  const offer = offers.data.items.find(({ role }) => role.id === chosen);
  return (
    <div className="emergency-offers">
      <Section title={words.mayTake}>
        <div className="lines">
          {offers.data.items.map(({ role, application, seconds }) => (
            <div key={role.id} className="emergency-offer">
              <span className="grow">
                <RoleOf role={role} application={application} />
                <span className="text-faint small block">{words.forLong(lengthText(seconds))}</span>
              </span>
              <Button small onClick={() => setChosen(role.id)}>
                {words.take}
              </Button>
            </div>
          ))}
        </div>
      </Section>
      {offer && <TakeDialog offer={offer} onClose={() => setChosen(null)} />}
    </div>
  );
}

/** Takes a role in an emergency: warns about who is notified, and requires a reason. */
function TakeDialog({
  offer: { application, role, seconds },
  onClose,
}: {
  offer: Offer;
  onClose: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const mails = useSendsMail();
  const form = useForm(
    {
      schema: calls.breakGlass.use.body,
      initial: { application: application.id, role: role.name, reason: '' },
      keep: `taking ${role.id}`,
      submit: async (body) => {
        const use: BreakGlassUse = await client.breakGlass.use({ body });
        showToast({ text: words.done(use.role.name, mails) });
        onClose();
        void refresh();
      },
    },
    FORM,
  );
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.takeTitle(role.name, application.name)}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {words.takeAction}
          </Button>
        </>
      }
    >
      <Callout tone="ending">{words.loud(lengthText(seconds), mails)}</Callout>
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={{ reason: words.why }} />
        <TextArea label={words.why} hint={words.whyHint} autoFocus {...form.field('reason')} />
      </form>
    </Dialog>
  );
}

/** A role by its name, with its title and its application. */
export function RoleOf({ role, application }: Pick<BreakGlassUse, 'role' | 'application'>): ReactNode {
  return (
    <>
      <b>{role.name}</b> <span className="text-faint small">{words.inApplication(application.name)}</span>
      {role.title && <span className="text-muted small block">{role.title}</span>}
    </>
  );
}
